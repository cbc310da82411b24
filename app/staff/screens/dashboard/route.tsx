import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readPlannedWork } from "~/fleet/read-planned-work.server";
import { hasRight } from "~/platform/staff-rights";
import { requireStaff } from "~/platform/http/access.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { listPastIncidents } from "~/compute/list-past-incidents.server";
import { epochSeconds } from "~/platform/epoch-seconds";
import { Page } from "~/platform/ui/page";
import { Refresh } from "~/platform/ui/refresh";
import { Refused } from "~/platform/ui/refused";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { Unread } from "~/platform/ui/unread";
import { useRecount } from "~/staff/views/use-recount";
import { readAdvice } from "~/rehearsal/read-advice.server";
import { presentTime } from "~/platform/time.server";
import { CapacityPanel } from "./capacity-now";
import { Concerns } from "./concerns";
import { dashboardAction } from "./dashboard-action.server";
import { dashboardCsv } from "./dashboard-csv.server";
import { MoneyPanel } from "./money-now";
import { Incidents, PastIncidents, RefusedPayments } from "./newest-trouble";
import { PlannedWork } from "./planned-work";
import { QueuedJobs } from "./queued-jobs";
import { readAttention } from "./read-attention.server";
import { readGpuUse } from "./read-gpu-use.server";
import { readMoneyNow } from "./read-money-now.server";
import { readToday } from "./read-today.server";
import { readUsage } from "./read-usage.server";
import { TodayPanel } from "./today";
import { UsageFigures } from "./usage-figures";

export const meta: MetaFunction = () => [{ title: "Dashboard · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "dashboard");
  const now = presentTime();
  await dashboardCsv(args, viewer, now);
  const withAudit = hasRight(viewer, "audit.see");
  const fleet = hasRight(viewer, "fleet.see");
  const sees = {
    ...{ fleet, money: hasRight(viewer, "money.see"), usage: hasRight(viewer, "usage.see") },
    changes: withAudit || (fleet && hasRight(viewer, "customers.see")),
  };
  const [attention, money, gpuUse, today, usage, work, past, advice] = await Promise.all([
    partOrNull(args, "what is wrong", readAttention({ viewer, now })),
    sees.money ? partOrNull(args, "money", readMoneyNow({ now })) : null,
    sees.fleet ? partOrNull(args, "use of GPUs", readGpuUse({ now })) : null,
    sees.changes ? partOrNull(args, "changes", readToday({ now, withAudit })) : null,
    sees.usage ? partOrNull(args, "model usage", readUsage({ now })) : null,
    sees.fleet ? partOrNull(args, "planned work", readNextWork(now)) : null,
    fleet || hasRight(viewer, "refunds.give") ? partOrNull(args, "past incidents", readPastIncidents(now)) : null,
    sees.fleet ? partOrNull(args, "advice", readAdvice(viewer)) : null,
  ]);
  const atSeconds = Math.floor(now.getTime() / 1000);
  return {
    attention,
    money,
    gpuUse,
    today,
    usage,
    work,
    past,
    advice: advice?.advice.length ?? 0,
    sees,
    withAudit,
    mayRetry: hasRight(viewer, "fleet.act"),
    atSeconds,
  };
}

const NEXT = 5;
const PAST_MS = 7 * 86_400_000;

async function readPastIncidents(now: Date) {
  const incidents = await listPastIncidents({ from: new Date(now.getTime() - PAST_MS), limit: NEXT });
  return incidents.map(({ resvGuid, clusterName, at, tasks }) => ({
    ...{ key: resvGuid, cluster: clusterName, tasks },
    ts: epochSeconds(at),
  }));
}

async function readNextWork(now: Date) {
  const { entries, found } = await readPlannedWork({ page: 1, size: NEXT, now });
  return { entries, found };
}

export async function action(args: ActionFunctionArgs) {
  return await dashboardAction(args, await requireStaff(args, "dashboard"));
}

/** Leads with what is wrong now; below are money and capacity, the troubles in full, what changed, and model usage. */
export default function Dashboard() {
  const { attention, money, gpuUse, today, usage, work, past, advice, sees, withAudit, mayRetry, atSeconds } =
    useLoaderData<typeof loader>();
  const answer = refusalIn(useKeptAnswer(useActionData<typeof action>()));
  useRecount(["node", "scheduled", "capacity", "stats"]);
  return (
    <Page title="Dashboard">
      <Refresh everySeconds={45} />
      <Refused answer={answer} />
      {attention ? <Concerns concerns={attention.concerns} atSeconds={atSeconds} /> : <Unread />}
      {attention && attention.incidents.total > 0 ? (
        <Incidents incidents={attention.incidents} seesMoney={sees.money} />
      ) : null}
      {past && past.length > 0 ? <PastIncidents incidents={past} seesMoney={sees.money} /> : null}
      {attention && attention.payments.total > 0 ? <RefusedPayments payments={attention.payments} /> : null}
      {attention && (!attention.jobs.runs || attention.jobs.rows.length > 0) ? (
        <QueuedJobs jobs={attention.jobs} mayRetry={mayRetry} />
      ) : null}
      <div className="grid gap-8 lg:grid-cols-2 lg:gap-6">
        {sees.money ? <MoneyPanel money={money} /> : null}
        {sees.fleet ? <CapacityPanel gpuUse={gpuUse} advice={advice} /> : null}
      </div>
      {!sees.fleet ? null : work ? work.found > 0 ? <PlannedWork {...work} /> : null : <Unread what="Planned work" />}
      {sees.changes ? <TodayPanel today={today} withAudit={withAudit} /> : null}
      {sees.usage ? <UsageFigures usage={usage} /> : null}
    </Page>
  );
}
