import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { expect, test } from "vitest";
import type { ForecastJson } from "~/rehearsal/inside/forecast-json";
import { M } from "~/rehearsal/messages";
import { Forecast } from "~/rehearsal/screens/rehearsals/forecast";

/** The section as a browser without JavaScript shows it. */
async function rendered(forecast: ForecastJson | null, missing: string | null = null): Promise<string> {
  const element = <Forecast forecast={forecast} missing={missing} />;
  const handler = createStaticHandler([{ id: "root", path: "*", element }]);
  const context = await handler.query(new Request("http://localhost/dashboard/rehearsal?page=2"));
  if (context instanceof Response) throw new Error("it redirects");
  return renderToStaticMarkup(
    <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />,
  ).replaceAll("&amp;", "&");
}

const three = (low: number, middle: number, high: number) => ({ low, middle, high });
const FORECAST: ForecastJson = {
  ...{ cluster_name: "fra1", gpu_type: "a5000", made_ts: 1_706_486_400, samples: 40, weeks: 8 },
  cents: three(312_000, 350_000, 405_000),
  hours: Array.from({ length: 168 }, (_, hour) => ({
    ts: 1_706_486_400 + hour * 3600,
    waiting: three(0, 2, 1234),
    free_gpus: three(3, 5, 9),
    cents: three(1000, 2000, 3050),
  })),
  rows: [
    { cluster_name: null, gpu_type: null },
    { cluster_name: "ams2", gpu_type: "a100" },
    { cluster_name: "fra1", gpu_type: "a5000" },
  ],
  ...{ judged: 212, hit_share: 0.83 },
};

test("without JavaScript the bands are tables, and rows and lengths are links", async () => {
  const shown = await rendered(FORECAST);
  expect(shown).toContain("$3,120.00 to $4,050.00 of revenue in the next 7 days, $3,500.00 in the middle");
  expect(shown).toContain("Of 212 estimates of a start in the last 30 days, 83% started within the band.");
  for (const cell of ["1,234", "$30.50", "29.01.2024 00:00"]) expect(shown).toContain(cell);
  expect(shown.match(/<tbody/g)).toHaveLength(3);
  // Every sixth hour of seven days.
  expect(shown.match(/<tr/g)).toHaveLength(3 * (1 + 28));
  for (const search of ["page=2&row=", "page=2&row=ams2%2Fa100", "page=2&hours=24"])
    expect(shown).toContain(`?${search}"`);
});

test("who sees no money sees two pictures and no amount", async () => {
  const hours = FORECAST.hours.map((hour) => ({ ...hour, cents: null }));
  const shown = await rendered({ ...FORECAST, cents: null, hours });
  expect(shown.match(/<tbody/g)).toHaveLength(2);
  expect(shown).not.toContain("$");
});

test("a missing forecast is said in words, and an old one stays with them", async () => {
  expect(await rendered(null, M.forecastPast)).toContain(M.forecastPast);
  expect(await rendered(null)).toContain("The first forecast is being made.");
  const both = await rendered({ ...FORECAST, judged: 0, hit_share: null }, M.forecastMemory({ mb: 1024 }));
  expect(both).toContain("needed more than 1024 MB");
  expect(both).toContain("No estimate of a start has been judged in the last 30 days.");
});
