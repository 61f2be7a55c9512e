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
}
