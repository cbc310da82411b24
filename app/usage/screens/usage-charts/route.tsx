import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { writeChart } from "~/usage/inside/figures/chart-script";
import { readUsageCharts } from "~/usage/inside/figures/read-usage-charts.server";
import { askedUsageDays } from "~/usage/usage-days";
import { requireStaff } from "~/platform/http/access.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { RangeFilter } from "~/platform/ui/range-filter";
import { Unread } from "~/platform/ui/unread";
import { CutDays } from "~/platform/ui/cut-days";
import { USAGE_DAYS_MAX } from "~/usage/usage-days";
import { presentTime } from "~/platform/time.server";
import { UsageChart } from "./usage-chart";
import { usageCsv } from "./usage-csv.server";

export const meta: MetaFunction = () => [{ title: "Usage · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "usage-charts");
  const { asked, days, cut } = askedUsageDays(new URL(args.request.url).searchParams, presentTime());
  await csvInstead(args, usageCsv(days));
  const charts = await partOrNull(args, "charts", readUsageCharts({ days }));
  return {
    ...{ asked, days, cut },
    charts: charts?.map(({ title, chart }) => ({ title, script: writeChart(chart) })) ?? null,
  };
}

export default function Usage() {
  const { asked, days, cut, charts } = useLoaderData<typeof loader>();
  return (
    <Page title="Usage" lead="Coins, agents and models, day by day.">
      <RangeFilter asked={asked} />
      {cut ? <CutDays days={days} most={USAGE_DAYS_MAX} /> : null}
      {charts ? (
        charts.map((chart) => <UsageChart key={chart.title} {...chart} />)
      ) : (
        <Panel title="Usage">
          <Unread />
        </Panel>
      )}
    </Page>
  );
}
