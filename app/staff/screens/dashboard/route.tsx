import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasRole } from "~/platform/role";
import { requireStaff } from "~/platform/http/access.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refresh } from "~/platform/ui/refresh";
import { Refused } from "~/platform/ui/refused";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { Unread } from "~/platform/ui/unread";
import { tilesOf } from "../dashboard-screens.server";
import { useRecount } from "~/staff/views/use-recount";
import { presentTime } from "~/platform/time.server";
import { Concerns } from "./concerns";
import { dashboardAction } from "./dashboard-action.server";
import { dashboardCsv } from "./dashboard-csv.server";
import { Figures } from "./figures";
import { GpuUseChart } from "./gpu-use-chart";
import { Incidents, RefusedPayments } from "./newest-trouble";
import { QueuedJobs } from "./queued-jobs";
import { readAttention } from "./read-attention.server";
import { readBusiness } from "./read-business.server";
import { readGpuUse } from "./read-gpu-use.server";
import { readUsage } from "./read-usage.server";
import { UsageFigures } from "./usage-figures";
import { readOverview } from "./read-overview.server";
import { RevenueChart } from "./revenue-chart";
import { ScreenTile } from "./screen-tile";

export const meta: MetaFunction = () => [{ title: "Dashboard · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { role } = await requireStaff(args);
  const now = presentTime();
  await dashboardCsv(args, now);
  const [attention, business, gpuUse, usage] = await Promise.all([
    partOrNull(args, "what needs attention", readAttention({ now })),
    partOrNull(args, "business", readBusiness({ now })),
    partOrNull(args, "use of GPUs", readGpuUse({ now })),
    partOrNull(args, "model usage", readUsage({ now })),
  ]);
  const overview = await partOrNull(args, "tiles", readOverview({ attention, gpuUse, usage, now }));
  return {
    attention,
    business,
    gpuUse,
    usage,
    groups: tilesOf(role, overview ?? {}),
    mayRetry: hasRole(role, "operator"),
  };
}

export async function action(args: ActionFunctionArgs) {
  return await dashboardAction(args, await requireStaff(args, "operator"));
}

/** Concerns and the state of business. The layout adds the bar above; below is a tile for each screen. */
export default function Dashboard() {
  const { attention, business, gpuUse, usage, groups, mayRetry } = useLoaderData<typeof loader>();
  const answer = refusalIn(useKeptAnswer(useActionData<typeof action>()));
  useRecount(["node", "scheduled", "capacity", "stats"]);
  return (
    <Page title="Dashboard" lead="Days begin at 00:00 UTC; hours of charts are UTC.">
      <Refresh everySeconds={45} />
      <Refused answer={answer} />
      {attention ? <Concerns concerns={attention.concerns} /> : <Unread />}
      <Figures business={business} gpuUse={gpuUse} attention={attention} />
      <div className="grid gap-6 md:grid-cols-2">
        <Panel title="Revenue" actions={<CsvLink table="revenue" of="revenue" />}>
          {business ? <RevenueChart business={business} /> : <Unread />}
        </Panel>
        <Panel title="Capacity" actions={<CsvLink table="gpu-use" of="use of GPUs" />}>
          {gpuUse ? <GpuUseChart gpuUse={gpuUse} /> : <Unread />}
        </Panel>
      </div>
      <UsageFigures usage={usage} />
      {attention && attention.incidents.total > 0 ? <Incidents incidents={attention.incidents} /> : null}
      {attention && attention.payments.total > 0 ? <RefusedPayments payments={attention.payments} /> : null}
      {attention && (!attention.jobs.runs || attention.jobs.rows.length > 0) ? (
        <QueuedJobs jobs={attention.jobs} mayRetry={mayRetry} />
      ) : null}
      {groups.map(({ label, tiles }) => (
        <section key={label} className="flex flex-col gap-3">
          <h2 className="text-sm font-semibold">{label}</h2>
          <ul className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] sm:gap-4">
            {tiles.map((tile) => (
              <li key={tile.to}>
                <ScreenTile {...tile} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  );
}
