import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";
import { expect, test } from "vitest";
import { Concerns } from "~/staff/screens/dashboard/concerns";
import type { Concern } from "~/staff/screens/dashboard/read-attention.server";

const AT = Date.parse("2026-11-27T20:41:05Z") / 1000;
const dead: Concern = { text: "1 node is dead", act: "See the dead nodes", to: "/dashboard/nodes", tone: "danger" };
const refused: Concern = { text: "1 payment refused", act: "See the payments", to: "#refused-payments", tone: "warn" };

/** The words of the screen's first part. */
function wordsOf(concerns: Concern[]): string {
  const html = renderToStaticMarkup(
    <StaticRouter location="/dashboard">
      <Concerns concerns={concerns} atSeconds={AT} />
    </StaticRouter>,
  );
  return html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

test("the dashboard leads with 'All clear' and the UTC time of its figures", () => {
  expect(wordsOf([])).toMatch(/^All clear at 20:41 UTC: no node, /);
});

test("it leads with the number of problems, or of warnings if there is nothing else, each with its act", () => {
  expect(wordsOf([dead, refused])).toBe(
    "2 problems at 20:41 UTC Now 1 node is dead See the dead nodes Soon 1 payment refused See the payments",
  );
  expect(wordsOf([refused])).toMatch(/^1 warning at 20:41 UTC Soon /);
});
