/// The script that connects a page with its ``Tab``. It runs after the base script of all pages.
public let elementsScript = PackageResources.elements_js
