import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { CHART_RANGES } from "~/usage/inside/figures/chart-range";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Refresh } from "~/platform/ui/refresh";
import { Stale } from "~/platform/ui/stale";
import { presentTime } from "~/platform/time.server";
import { UsageFilterForm } from "../usage-parts/usage-filter-form";
import { AllModels } from "./all-models";
import { apiCsv } from "./api-csv.server";
import { ModelPanel } from "./model-panel";
import { RANGE_LABELS } from "./point-label";
import { readApiScreen } from "./read-api-screen.server";
import { useApiCharts } from "./use-api-charts";
import { UserCalls } from "./user-calls";

export const meta: MetaFunction = () => [{ title: "API charts · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "api");
  const asked = { search: new URL(args.request.url).searchParams, now: presentTime() };
  await csvInstead(args, apiCsv(asked));
  return await readApiScreen(asked);
}

export default function ApiCharts() {
  const loaded = useLoaderData<typeof loader>();
  const { range, filter, problems, offered, byUser, models, page, pages, percentiles, percentilePoints, live } = loaded;
  const { charts, ageSeconds } = useApiCharts({
    charts: loaded.charts,
    atMs: loaded.atMs,
    knownModels: models.map(({ name }) => name),
    live,
    polled: live && filter.model === "",
  });
  return (
    <Page title="API charts" lead="Calls of the assistant’s models, UTC." actions={<Stale ageSeconds={ageSeconds} />}>
      <Refresh everySeconds={60} />
      <Ranges current={range} />
      <UsageFilterForm filter={filter} problems={problems} models={offered} dropped={["page"]} />
      {byUser ? (
        <p className="text-sm text-muted">
          Latency, batch size, GPUs and busy are kept by model, not by user: this chart shows only calls.
        </p>
      ) : null}
      <Panel
        title="Models"
        lead="Ordered by their calls of the last 30 days, drawn below, five to a page."
        padded={false}
        actions={<CsvLink of="the points of all models" />}
      >
        <AllModels rows={models} />
        {pages > 1 ? <Pager page={page} pages={pages} of="drawn models" /> : null}
      </Panel>
      {Object.entries(charts.models).map(([name, series]) => (
        <ModelPanel
          key={name}
          name={name}
          range={range}
          pointsTs={charts.points_ts}
          series={series}
          callsOnly={byUser}
          alone={models.length === 1}
          percentiles={percentiles[name]}
          percentilePoints={percentilePoints}
        />
      ))}
      <Panel title="Users" folds actions={<CsvLink table="users" of="calls by user" />}>
        <UserCalls range={range} charts={charts} />
      </Panel>
    </Page>
  );
}

function Ranges({ current }: { current: keyof typeof RANGE_LABELS }) {
  const [search] = useSearchParams();
  const to = (range: number) => {
    const wanted = new URLSearchParams(search);
    wanted.set("range", String(range));
    return `/dashboard/api?${wanted.toString()}`;
  };
  return (
    <ChoiceLinks
      label="Range"
      choices={CHART_RANGES.map((range) => ({
        label: RANGE_LABELS[range],
        to: to(range),
        current: range === current,
      }))}
    />
  );
}
