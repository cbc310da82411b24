import type { RollingNode } from "~/fleet/inside/nodes/rolling/read-rolling.server";
import { DayTime } from "~/fleet/views/plan-line";
import { Button } from "~/platform/ui/button";
import { PostForm } from "~/platform/ui/post-form";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { modeName } from "../nodes/modes";
import { TURN_WORDS } from "./rolling-words";

/** The nodes of a plan: those that have their turn, then those that wait, in the order of their turns. */
export function NodesTable({ nodes, mayChange }: { nodes: RollingNode[]; mayChange: boolean }) {
  return (
    <Table
      caption="Nodes of the plan"
      rows={nodes}
      rowKey={({ node_name }) => node_name}
      empty="No node is left in it"
      columns={[
        {
          head: "Node",
          cell: ({ node_name, turn }) =>
            turn === "left" ? node_name : <TextLink to={`/dashboard/nodes/${node_name}`}>{node_name}</TextLink>,
          className: "font-medium [overflow-wrap:anywhere]",
        },
        {
          head: "Turn",
          cell: ({ turn, fault }) =>
            fault ? (
              <StatusDot tone="danger">{`${TURN_WORDS[turn].text}: ${fault}`}</StatusDot>
            ) : (
              <StatusDot tone={TURN_WORDS[turn].tone}>{TURN_WORDS[turn].text}</StatusDot>
            ),
        },
        { head: "Mode", cell: ({ turn, drain }) => (turn === "left" ? "–" : modeName(drain)) },
        { head: "Tasks", cell: ({ tasks }) => tasks, numeric: true },
        { head: "Tenants", cell: ({ tenants }) => tenants, numeric: true },
        { head: "GPUs held", cell: ({ gpus }) => gpus, numeric: true },
        { head: "Free", cell: (node) => <Free node={node} /> },
        ...(mayChange ? [{ head: "", label: "", cell: (node: RollingNode) => <EndTurn node={node} /> }] : []),
      ]}
    />
  );
}

function Free({ node: { turn, tasks, endTs, empty_ts, ended_ts } }: { node: RollingNode }) {
  if (turn === "done" || turn === "left") return ended_ts === null ? "–" : <DayTime ts={ended_ts} />;
  if (turn === "out" && empty_ts !== null)
    return (
      <>
        since <DayTime ts={empty_ts} />
      </>
    );
  if (tasks === 0) return "now";
  if (endTs === null) return <span className="text-muted">unknown</span>;
  return (
    <>
      about <DayTime ts={endTs} />
    </>
  );
}

function EndTurn({ node: { node_name, turn } }: { node: RollingNode }) {
  if (turn === "done" || turn === "left") return null;
  const waits = turn === "waiting";
  return (
    <PostForm intent={waits ? "leave" : "done"}>
      <input type="hidden" name="node" value={node_name} />
      <Button size="small" aria-label={waits ? `Take ${node_name} out of the plan` : `Mark ${node_name} as done`}>
        {waits ? "Take out" : "Mark done"}
      </Button>
    </PostForm>
  );
}
