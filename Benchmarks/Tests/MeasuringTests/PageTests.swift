import Measuring
import Testing

@Suite struct PageTests {
  @Test func onlyTheNamedPartIsReplaced() throws {
    var page = Page("a\n<!-- begin one -->\nold\n<!-- end one -->\nb\n<!-- begin two -->\nkept\n<!-- end two -->\n")
    try page.replace("one", with: "new")
    #expect(
      page.text == "a\n<!-- begin one -->\n\nnew\n\n<!-- end one -->\nb\n<!-- begin two -->\nkept\n<!-- end two -->\n")
  }

  @Test func replacingTwiceChangesNothing() throws {
    var page = Page("<!-- begin one -->\n<!-- end one -->\n")
    try page.replace("one", with: "new")
    let once = page.text
    try page.replace("one", with: "new")
    #expect(page.text == once)
  }

  @Test func aPageWithoutThePartIsRefused() {
    var page = Page("<!-- begin one -->\n")
    #expect(throws: Page.MissingPart.self) { try page.replace("one", with: "new") }
  }

  @Test func aPartIsReplacedInEachPageThatHasIt() throws {
    var pages = [Page("<!-- begin one -->\n<!-- end one -->\n"), Page("<!-- begin two -->\n<!-- end two -->\n")]
    try Page.replace("two", with: "new", in: &pages)
    #expect(pages[0].text == "<!-- begin one -->\n<!-- end one -->\n")
    #expect(pages[1].text == "<!-- begin two -->\n\nnew\n\n<!-- end two -->\n")
    #expect(throws: Page.MissingPart.self) { try Page.replace("three", with: "new", in: &pages) }
  }
}
