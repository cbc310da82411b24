import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Link } from "~/platform/ui/link";

describe("Routes requested before a link is followed", () => {
  test.each([
    ["/billing", true],
    ["/dashboard/users?q=a/b/c#all", true],
    ["?page=2", true],
    ["/users/view/42", false],
    ["/users/stats/anna-1", false],
    ["/dashboard/nodes/fra1-a5000-01?view=list", false],
  ])("%s: %s", (to, ahead) => {
    const html = renderToStaticMarkup(<Link to={to}>x</Link>);
    expect(html.includes("data-discover")).toBe(ahead);
    expect(html.includes("data-follow")).toBe(!ahead);
  });

  test("of a page that the browser loads itself do not change", () => {
    expect(renderToStaticMarkup(<Link to="/users/view/42" reloadDocument />)).toBe('<a href="/users/view/42"></a>');
  });
});
