import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ForecastLine } from "~/fleet/views/forecast-line";

const forecast = { ts: 1_796_000_000, by: "ends", unknown: 0, needsStaff: false } as const;

test("a paused plan promises no time", () => {
  const line = (paused: boolean) =>
    renderToStaticMarkup(<ForecastLine forecast={forecast} emptyByTs={1_797_000_000} paused={paused} />);
  expect(line(false)).toContain("about ");
  expect(line(true)).toBe("after the plan goes on.");
});
