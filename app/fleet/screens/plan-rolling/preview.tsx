import { useLocation } from "@remix-run/react";
import { emptyByField } from "~/fleet/inside/nodes/drain-plan";
import { ForecastLine } from "~/fleet/views/forecast-line";
import { DayTime } from "~/fleet/views/plan-line";
import { counted } from "~/platform/counted";
import { Banner } from "~/platform/ui/banner";
import { ButtonLink } from "~/platform/ui/button-link";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { Effects } from "./effects";
import type { AskedRolling } from "./plan-screen.server";
import { stayText, stayValue } from "../rolling-drain/rolling-words";

/** Shows the effects of a plan, and the button that starts it. */
export function Preview({ asked: { wish, preview } }: { asked: AskedRolling }) {
  const { name, emptyByTs, atOnce, stayMinutes, upgrade, note } = wish;
  const { nodes, emptied } = preview;
  const first = nodes.slice(0, atOnce);
  const tasks = first.reduce((sum, node) => sum + node.tasks, 0);
  const names = nodes.map(({ node_name }) => node_name).join(" ");
  const hidden = {
    ...{ name, nodes: names, empty_by: emptyByField(new Date(emptyByTs * 1000)), at_once: String(atOnce), note },
    ...{ stay: stayValue(stayMinutes), ...(upgrade ? { upgrade: "1" } : {}) },
  };
  const { pathname, search } = useLocation();
  const { nodes: _nodes, ...typed } = hidden;
  const back = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(search)), ...typed });
  back.delete("node");
  for (const node of new URLSearchParams(search).getAll("node")) back.append("node", node);
  return (
    <>
      <Panel title={`Start ‘${name}’?`}>
        <div className="flex flex-col gap-4 text-sm">
          <Effects preview={preview} />
          {emptied.length > 0 ? (
            <Banner tone="warn">
              {`For a while there may be no node in service for ${emptied.join(" and ")}, and new tasks for it would wait. To avoid that, let fewer nodes be out at the same time.`}
            </Banner>
          ) : null}
          {stayMinutes === null && nodes.length > atOnce ? (
            <Banner tone="warn">
              {`The nodes will never be empty together: with ${atOnce} out, the next one starts only when staff set one to Norm. To have all of them empty, let ${nodes.length} be out at the same time.`}
            </Banner>
          ) : null}
          <ul className="flex max-w-3xl list-disc flex-col gap-1 pl-5">
            <li>
              {`Now ${first.map(({ node_name }) => node_name).join(", ")} ${first.length === 1 ? "goes" : "go"} to Drain. `}
              {tasks === 0
                ? "No task runs there."
                : `The tenants of ${counted(tasks, "task")} there are notified now, a day and an hour before.`}
            </li>
            {nodes.length > first.length ? (
              <li>{`${counted(nodes.length - first.length, "node")} more, ${atOnce} at a time; their tenants are notified when it is their turn.`}</li>
            ) : null}
            <li>{`An empty node stays out ${stayText(stayMinutes)}${upgrade ? ", in mode Upgrade" : ""}.`}</li>
            <li>
              Empty by <DayTime ts={emptyByTs} />. Last node empty{" "}
              <ForecastLine forecast={preview.forecast} emptyByTs={emptyByTs} />
            </li>
          </ul>
          <PostForm intent="start" className="flex flex-wrap gap-2">
            {Object.entries(hidden).map(([field, value]) => (
              <input key={field} type="hidden" name={field} value={value} />
            ))}
            <SubmitButton intent="start">{`Start with ${counted(first.length, "node")}`}</SubmitButton>
            <ButtonLink to={`${pathname}?${back.toString()}`} reloadDocument look="quiet">
              Change it
            </ButtonLink>
          </PostForm>
        </div>
      </Panel>
      <Panel title="Order" lead="The nodes whose drain disturbs the fewest tasks come first, as of now." padded={false}>
        <Table
          caption="Nodes in the order of their turns"
          rows={nodes}
          rowKey={({ node_name }) => node_name}
          empty="None"
          columns={[
            { head: "Node", cell: ({ node_name }) => node_name, className: "font-medium [overflow-wrap:anywhere]" },
            { head: "Rack", cell: ({ rack }) => rack || "–" },
            { head: "Tasks", cell: (node) => node.tasks, numeric: true },
            { head: "Tenants", cell: (node) => node.tenants, numeric: true },
            { head: "GPUs held", cell: (node) => node.gpus, numeric: true },
            {
              head: "Free",
              cell: ({ tasks: on, endTs }) =>
                on === 0 ? (
                  "now"
                ) : endTs === null ? (
                  <span className="text-muted">unknown</span>
                ) : (
                  <DayTime ts={endTs} />
                ),
            },
          ]}
        />
      </Panel>
    </>
  );
}
