import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Rolling } from "~/fleet/inside/nodes/rolling/read-rolling.server";
import { ForecastLine } from "~/fleet/views/forecast-line";
import { DayTime } from "~/fleet/views/plan-line";
import { counted } from "~/platform/counted";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { hasRight } from "~/platform/staff-rights";
import { presentTime } from "~/platform/time.server";
import { Banner } from "~/platform/ui/banner";
import { CsvLink } from "~/platform/ui/csv-link";
import { Facts } from "~/platform/ui/facts";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { StatusDot } from "~/platform/ui/status-dot";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { useRecount } from "~/staff/views/use-recount";
import { ChangeForm, StateForms } from "./change-forms";
import { NodesTable } from "./nodes-table";
import { readRollingScreen, rollingAction, rollingCsv } from "./rolling-screen.server";
import { stateOf, stayText } from "./rolling-words";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.plan.name ?? "Plan"} · Millrace` }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "rolling-drain");
  const screen = await readRollingScreen(args, { now: presentTime() });
  await csvInstead(args, { nodes: () => rollingCsv(screen.plan) });
  return { ...screen, mayChange: hasRight(viewer, "fleet.act") };
}

export async function action(args: ActionFunctionArgs) {
  return await rollingAction(args, await requireStaff(args, "rolling-drain"));
}

/** One rolling drain: how far it is, what it waits for, and its nodes in the order of their turns. */
export default function RollingDrain() {
  const { plan, mayChange } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  useRecount(["node", "tenants"]);
  const { counts } = plan;
  const { tone, text } = stateOf(plan);
  const open = plan.state === "running" || plan.state === "paused";
  return (
    <Page
      title={plan.name}
      back={{ to: "/dashboard/maintenance", label: "Maintenance" }}
      lead={
        <span className="flex flex-wrap items-center gap-x-3">
          <StatusDot tone={tone}>{text}</StatusDot>
          <span>
            {open
              ? `${counts.done} of ${counted(counts.all, "node")} done, ${counts.out} out now, ${counts.waiting} to come`
              : `${counted(counts.done, "node")} done`}
          </span>
        </span>
      }
      actions={open && mayChange ? <StateForms state={plan.state} answer={answer} /> : null}
    >
      <Refused answer={answer?.intent === "cancel" ? undefined : answer} />
      {plan.trouble ? <Banner tone={plan.trouble.stopped ? "danger" : "warn"}>{plan.trouble.text}</Banner> : null}
      <PlanFacts plan={plan} open={open} />
      <Panel title="Nodes" padded={false} actions={<CsvLink of="the nodes of this plan" />}>
        <NodesTable nodes={plan.nodes} mayChange={open && mayChange} />
      </Panel>
      {open && mayChange ? <ChangeForm plan={plan} answer={answer} /> : null}
    </Page>
  );
}

function PlanFacts({ plan, open }: { plan: Rolling; open: boolean }) {
  const facts = [
    { label: "Empty by", value: <DayTime ts={plan.empty_by_ts} /> },
    { label: "At the same time", value: counted(plan.at_once, "node") },
    { label: "Each stays out", value: stayText(plan.stay_minutes) },
    { label: "Once empty", value: plan.upgrade ? "Upgrade, with its commands" : "stays in Drain" },
    { label: "Planned by", value: plan.by ?? "a deleted user" },
    { label: "Planned", value: <DayTime ts={plan.made_ts} /> },
    ...(plan.ended_ts === null ? [] : [{ label: "Ended", value: <DayTime ts={plan.ended_ts} /> }]),
    ...(plan.note === "" ? [] : [{ label: "Note", value: plan.note, long: true }]),
  ];
  return (
    <div className="flex flex-col gap-4">
      {open ? (
        <p className="text-lg">
          Last node empty{" "}
          <ForecastLine forecast={plan.forecast} emptyByTs={plan.empty_by_ts} paused={plan.state === "paused"} />
        </p>
      ) : null}
      <Facts facts={facts} />
    </div>
  );
}
