import { useLocation } from "@remix-run/react";
import type { ModesDone, ModesImpact } from "~/fleet/inside/nodes/set-modes.server";
import { counted } from "~/platform/counted";
import { ButtonLink } from "~/platform/ui/button-link";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { ScrollBox } from "~/platform/ui/scroll-box";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { modeName } from "./modes";

export type AskedModes = ModesImpact & { drain: number };

/** The effect of a mode on several nodes, and the button that sets it. */
export function AskModes({ asked }: { asked: AskedModes }) {
  const { nodes, drain, already, tasks, tenants, gpus } = asked;
  const mode = modeName(drain);
  return (
    <Panel title={`Set ${counted(nodes.length, "node")} to ${mode}?`}>
      <div className="flex flex-col gap-4 text-sm">
        <p>
          {counted(nodes.length, "node")}
          {already > 0 ? `, of which ${already} ${already === 1 ? "is" : "are"} in that mode already` : ""}.{" "}
          {tasks === 0
            ? "No task runs there."
            : `${counted(tasks, "task")} of ${counted(tenants, "tenant")} hold ${counted(gpus, "GPU")} there.`}
        </p>
        <p>{consequence(asked)}</p>
        <NodeNames nodes={nodes} />
        <PostForm intent="set-modes" className="flex flex-wrap gap-2">
          <input type="hidden" name="flag" value={drain} />
          <input type="hidden" name="nodes" value={nodes.join(" ")} />
          <SubmitButton intent="set-modes">{`Set ${counted(nodes.length, "node")} to ${mode}`}</SubmitButton>
          <Back>Leave them as they are</Back>
        </PostForm>
      </div>
    </Panel>
  );
}

function consequence({ drain, tasks, plans }: AskedModes): string {
  if (drain === 0) {
    const back = "They take tasks again while they are healthy.";
    if (plans === 0) return back;
    return `${back} ${counted(plans, "date")} by which nodes should be empty ${plans === 1 ? "is" : "are"} withdrawn, and their tenants are notified.`;
  }
  if (drain === 1) return "They take no new tasks. Running tasks continue until they end, and nobody is notified.";
  const notice = tasks === 0 ? "" : " Their customers are notified that maintenance is planned.";
  return `They take no new tasks, and are serviced once they are empty. Running tasks continue until they end.${notice}`;
}

/** Failures, node by node. */
export function ModesFailed({ done, drain }: { done: ModesDone; drain: number }) {
  return (
    <Panel
      title={`Not all nodes are set to ${modeName(drain)}`}
      lead={`${done.changed} changed, ${done.already} had that mode already, ${done.failed.length} failed.`}
      padded={false}
    >
      <FailedNodes failed={done.failed} />
      <PostForm intent="set-modes" className="flex flex-wrap gap-2 border-t px-4 py-3 sm:px-5">
        <input type="hidden" name="flag" value={drain} />
        <input type="hidden" name="nodes" value={done.failed.map(({ node }) => node).join(" ")} />
        <SubmitButton intent="set-modes" look="secondary">
          Try these again
        </SubmitButton>
        <Back>Back to the list</Back>
      </PostForm>
    </Panel>
  );
}

/** The nodes that a question is about, folded. */
export function NodeNames({ nodes }: { nodes: readonly string[] }) {
  return (
    <details>
      <summary className="prose-link">The nodes</summary>
      <ScrollBox label="The nodes" className="mt-2 max-h-60 overflow-auto rounded-control bg-sunken p-3 break-words">
        {nodes.join(", ")}
      </ScrollBox>
    </details>
  );
}

/** The nodes on which a change of several failed. */
export function FailedNodes({ failed }: { failed: { node: string; message: string }[] }) {
  return (
    <Table
      caption="Nodes that could not be changed"
      rows={failed}
      rowKey={({ node }) => node}
      empty="None"
      columns={[
        { head: "Node", cell: ({ node }) => node, className: "break-all" },
        { head: "Why", cell: ({ message }) => message },
      ]}
    />
  );
}

/** A link back to the list: the question is at the list's address. */
export function Back({ children }: { children: string }) {
  const { pathname, search } = useLocation();
  return (
    <ButtonLink to={pathname + search} reloadDocument look="quiet">
      {children}
    </ButtonLink>
  );
}
