import { expect, test } from "vitest";
import { renderMarkdown } from "~/platform/ui/render-markdown.server";

test.each([
  ["[a](https://x.yy)", '<a href="https://x.yy" rel="noreferrer nofollow">a</a>'],
  ["[a](mailto:a@x.yy)", '<a href="mailto:a@x.yy">a</a>'],
  ["[a](/keys)", '<a href="/keys">a</a>'],
  // The backslash is encoded, so the path is ours.
  ["[a](/\\evil.example)", '<a href="/%5Cevil.example">a</a>'],
  ["[a](#b)", '<a href="#b">a</a>'],
  ["![a](/a.png)", '<img src="/a.png" alt="a" loading="lazy"/>'],
  ["**bold** `code`", "<strong>bold</strong> <code>code</code>"],
])("%s is rendered", (markdown, html) => {
  expect(renderMarkdown(markdown)).toBe(`<p>${html}</p>`);
});

test.each([
  "[a](javascript:alert(1))",
  "[a](JaVaScRiPt:alert(1))",
  "[a](data:text/html;base64,PHNjcmlwdD4=)",
  "[a](vbscript:x)",
  "[a](ftp://x.yy)",
  "[a](//evil.example)",
  "![a](https://evil.example/a.png)",
  "![a](//evil.example/a.png)",
  "![a](data:image/png;base64,AA)",
])("%s becomes plain text", (markdown) => {
  expect(renderMarkdown(markdown)).toBe("<p>a</p>");
});

test("56: raw HTML is text, not markup", () => {
  const html = renderMarkdown('<script>alert(1)</script>\n\na <img src=x onerror="alert(1)"> b');
  expect(html).not.toMatch(/<(script|img)/);
  expect(html).toContain("&lt;script&gt;");
});
