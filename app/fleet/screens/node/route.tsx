import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { spanOf } from "~/fleet/inside/telemetry/spans";
import { nodeKeyOf } from "~/fleet/node-health";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import type { TaskOnNode } from "~/fleet/inside/nodes/free-by";
import type { HeldPlans } from "~/fleet/inside/nodes/read-plans.server";
import { PlanLine } from "~/fleet/views/plan-line";
import { Badge } from "~/platform/ui/badge";
import { ButtonLink } from "~/platform/ui/button-link";
import { Facts } from "~/platform/ui/facts";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { Stale } from "~/platform/ui/stale";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { GpuCells } from "../nodes/gpu-cells";
import { HealthLabels } from "../nodes/health-labels";
import { healthLabels, type NodeView } from "../nodes/node-view";
import { modeName } from "../nodes/modes";
import { systemFacts } from "../nodes/system-info";
import { useDrain, withWish } from "../nodes/use-drain";
import { useFleet } from "../nodes/use-fleet";
import { useRecount } from "~/staff/views/use-recount";
import { presentTime } from "~/platform/time.server";
import { ChoresPanel } from "./chores-panel";
import { FindingsPanel, PastFindingsPanel } from "./findings-panel";
import { nodeAction } from "./node-action.server";
import { nodeNameOf } from "./node-name.server";
import { nodeTables } from "./node-csv.server";
import { ChangesPanel, IncidentsPanel } from "./past-panels";
import { HistoryPanel } from "./history/history-panel";
import { LabelsPanel } from "./labels-panel";
import { QueuePanel } from "./queue-panel";
import { readNodeScreen } from "./read-node-screen.server";
import { SshPanel } from "./ssh-panel";
import { TasksPanel } from "./tasks-panel";
import { WorkPanel } from "./work-panel";

export const meta: MetaFunction<typeof loader> = ({ params }) => [{ title: `${params["nodeName"]} · Millrace` }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "node");
  const span = spanOf(new URL(args.request.url).searchParams.get("span"));
  const asked = { nodeName: nodeNameOf(args), span, now: presentTime() };
  const screen = await readNodeScreen(args, { ...asked, viewer });
  await csvInstead(args, nodeTables({ ...asked, seesMoney: screen.seesMoney }));
  return screen;
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "node");
  return await nodeAction(args, viewer, nodeNameOf(args));
}

export default function Node() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const { node_name, cluster_name, gpu_type = "" } = loaded.view.node;
  const { drain, wishes, refetched } = useDrain("");
  const given = useMemo(() => ({ views: [loaded.view], atMs: loaded.atMs }), [loaded]);
  const { views, ageSeconds } = useFleet(given, { apiKey: "", refetched });
  const keys = [node_name, nodeKeyOf(node_name), cluster_name];
  useRecount(["node", "tenants", "scheduled"], (event) => keys.includes(event.key));
  const view = withWish(views[0] ?? loaded.view, wishes);
  return (
    <Page
      title={<span className="break-all">{node_name}</span>}
      lead={<Lead view={view} plans={loaded.planned?.plans ?? null} gone={views.length === 0} />}
      actions={
        <>
          <Stale ageSeconds={ageSeconds} />
          <ButtonLink to="/dashboard/nodes">All nodes</ButtonLink>
          {loaded.mayDrain ? (
            <ButtonLink look="primary" to="#work">
              Mode and work
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <Refused answer={answer} />
      <FindingsPanel node={view.node} mayClear={loaded.mayDrain} />
      <TasksPanel tasks={loaded.tasks} freeByTs={loaded.freeByTs} seesMoney={loaded.seesMoney} />
      <HistoryPanel given={loaded.history} simulated={view.simulated} />
      <QueuePanel of={`${cluster_name} · ${gpu_type}`} gpuType={gpu_type} queue={loaded.queue} />
      <WorkPanel
        view={view}
        planned={loaded.planned}
        held={heldBy(loaded.tasks)}
        mayDrain={loaded.mayDrain}
        answer={answer}
        onDrain={(flag) => void drain(view.node, flag)}
      />
      <ChoresPanel read={loaded.chores} awaitsTest={view.node.awaits_test} mayAsk={loaded.mayDrain} />
      <LabelsPanel node={view.node} maySet={loaded.mayDrain} answer={answer} />
      <SshPanel on={view.node.ssh_gateway} host={loaded.sshHost} maySet={loaded.mayDrain} />
      <System view={view} />
      <PastFindingsPanel findings={loaded.past} />
      <ChangesPanel changes={loaded.changes} />
      <IncidentsPanel incidents={loaded.incidents} seesMoney={loaded.seesMoney} />
    </Page>
  );
}

/** Counts tasks and their tenants. */
function heldBy(tasks: TaskOnNode[] | null) {
  return { tasks: tasks?.length ?? 0, tenants: new Set(tasks?.map(({ tenant_name }) => tenant_name)).size };
}

function Lead({ view, plans, gone }: { view: NodeView; plans: HeldPlans | null; gone: boolean }) {
  const { node } = view;
  const labels = gone ? [{ text: "retired", tone: "danger" as const }] : healthLabels(view);
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span>{`${node.cluster_name} · ${node.gpu_type ?? "unknown GPU"} · ${node.node_type}`}</span>
      {node.rack === "" ? null : <span>{`Rack ${node.rack}`}</span>}
      {node.labels.map((label) => (
        <Badge key={label}>{label}</Badge>
      ))}
      {view.simulated ? <Badge>simulated GPUs</Badge> : null}
      <HealthLabels labels={labels} />
      {node.drain === 0 ? null : <Badge tone="warn">{modeName(node.drain)}</Badge>}
      {plans ? (
        <span className="w-full text-ink">
          <PlanLine plans={plans} />
        </span>
      ) : null}
    </span>
  );
}

function System({ view }: { view: NodeView }) {
  const { node, sysinfo, agentVersion } = view;
  const facts = [
    { label: "Internal address", value: `${node.ip_internal}, port ${node.port}` },
    { label: "Public address", value: node.ip_public ?? "–" },
  ];
  return (
    <Panel title="System">
      <div className="flex flex-col gap-4">
        <div className="max-w-sm">
          <GpuCells view={view} />
        </div>
        {sysinfo ? null : <p className="text-sm text-muted">Has not reported yet.</p>}
        <Facts facts={[...facts, ...(sysinfo ? systemFacts(sysinfo, agentVersion) : [])]} />
      </div>
    </Panel>
  );
}
