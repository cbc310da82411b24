import { Form } from "@remix-run/react";
import { Panel } from "~/platform/ui/panel";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import type { RefundRow } from "./read-refund-screen.server";
import { MONEY, taskLink, TENANT } from "./refund-table";

const FORM = "choose-tasks";

/** The tasks of an incident. Those that lost contact on its own nodes are chosen already. */
export function ChooseTasks({ rows, mayGive }: { rows: RefundRow[]; mayGive: boolean }) {
  return (
    <Panel
      title="Tasks"
      lead="Tasks on these nodes when it began, and tasks elsewhere in the cluster that lost contact within five minutes of it."
      padded={false}
    >
      <Table
        caption="Tasks of the incident"
        rows={rows}
        rowKey={(row) => row.resvGuid}
        empty={null}
        columns={[
          {
            head: "Task",
            cell: (row) => (
              <span className="flex items-start gap-2.5">
                {mayGive && row.givable ? (
                  <input
                    type="checkbox"
                    form={FORM}
                    name="task"
                    value={row.resvGuid}
                    defaultChecked={row.meant}
                    aria-label={`Choose ${row.taskName} of ${row.tenantName}`}
                    className="mt-0.5 flex-none"
                  />
                ) : mayGive ? (
                  <span className="w-4 flex-none" />
                ) : null}
                {taskLink(row)}
              </span>
            ),
            className: "font-medium [overflow-wrap:anywhere]",
          },
          TENANT,
          { head: "Nodes", cell: (row) => row.nodes.join(", ") || "–", className: "[overflow-wrap:anywhere]" },
          { head: "State", cell: stateOf },
          ...MONEY,
        ]}
      />
      {mayGive && rows.some(({ givable }) => givable) ? (
        <Form
          id={FORM}
          method="get"
          action="/dashboard/refund"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-4 py-3 sm:px-5"
        >
          <SubmitButton>Preview the refund</SubmitButton>
          <span className="text-sm text-muted">Nothing is given yet.</span>
        </Form>
      ) : null}
    </Panel>
  );
}

function stateOf({ touched, state }: RefundRow): string {
  if (!touched) return `${state}, not interrupted`;
  return state === "running" ? "running again" : state;
}
