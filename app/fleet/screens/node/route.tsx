import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { spanOf } from "~/fleet/inside/telemetry/spans";
import { nodeKeyOf } from "~/fleet/node-health";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
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
import { systemFacts } from "../nodes/system-info";
import { useDrain, withWish } from "../nodes/use-drain";
import { useFleet } from "../nodes/use-fleet";
import { useRecount } from "~/staff/views/use-recount";
import { presentTime } from "~/platform/time.server";
import { ChoresPanel } from "./chores-panel";
import { ModePanel } from "./drain-form";
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
import { WindowPanel } from "./window-panel";

export const meta: MetaFunction<typeof loader> = ({ params }) => [{ title: `${params["nodeName"]} · Millrace` }];

export async function loader(args: LoaderFunctionArgs) {
  const { role } = await requireStaff(args);
  const span = spanOf(new URL(args.request.url).searchParams.get("span"));
  const asked = { nodeName: nodeNameOf(args), span, now: presentTime() };
  const screen = await readNodeScreen(args, { ...asked, role });
  await csvInstead(args, nodeTables(asked));
  return screen;
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "operator");
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
      lead={<Lead view={view} gone={views.length === 0} />}
      actions={
        <>
          <Stale ageSeconds={ageSeconds} />
          <ButtonLink to="/dashboard/nodes">All nodes</ButtonLink>
        </>
      }
    >
      <Refused answer={answer} />
      <ModePanel
        view={view}
        mayDrain={loaded.mayDrain}
        answer={answer}
        onDrain={(flag) => void drain(view.node, flag)}
      />
      <FindingsPanel node={view.node} mayClear={loaded.mayDrain} />
      <WindowPanel planned={loaded.window} mayPlan={loaded.mayDrain} answer={answer} />
      <TasksPanel tasks={loaded.tasks} freeByTs={loaded.freeByTs} />
      <QueuePanel of={`${cluster_name} · ${gpu_type}`} gpuType={gpu_type} queue={loaded.queue} />
      <HistoryPanel given={loaded.history} simulated={view.simulated} />
      <System view={view} />
      <LabelsPanel node={view.node} maySet={loaded.mayDrain} answer={answer} />
      <SshPanel on={view.node.ssh_gateway} host={loaded.sshHost} maySet={loaded.mayDrain} />
      <ChoresPanel read={loaded.chores} awaitsTest={view.node.awaits_test} mayAsk={loaded.mayDrain} />
      <PastFindingsPanel findings={loaded.past} />
      <ChangesPanel changes={loaded.changes} />
      <IncidentsPanel incidents={loaded.incidents} />
    </Page>
  );
}

function Lead({ view, gone }: { view: NodeView; gone: boolean }) {
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
