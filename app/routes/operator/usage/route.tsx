import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { writeChart } from "~/domain/usage/chart-script";
import { readUsageCharts } from "~/domain/usage/read-usage-charts.server";
import { askedUsageDays } from "~/domain/usage/usage-days";
import { requireStaff } from "~/http/access.server";
import { partOrNull } from "~/http/part-or-null.server";
import { csvInstead } from "~/http/csv-instead.server";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { RangeFilter } from "~/ui/range-filter";
import { Unread } from "~/ui/unread";
import { CutDays } from "~/ui/cut-days";
import { UsageChart } from "./usage-chart";
import { usageCsv } from "./usage-csv.server";

export const meta: MetaFunction = () => [{ title: "Usage · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args);
  const { asked, days, cut } = askedUsageDays(new URL(args.request.url).searchParams, new Date());
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
      {cut ? <CutDays days={days} /> : null}
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
