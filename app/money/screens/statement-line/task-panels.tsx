import { Banner } from "~/platform/ui/banner";
import { classes } from "~/platform/ui/classes";
import { formatSeconds } from "./format-seconds";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Arithmetic } from "./arithmetic";
import type { TaskPart } from "./line-page.server";
import { Second } from "./second";

/** A task's line: the arithmetic, its checks, and the data behind it. */
export function TaskPanels({ task }: { task: TaskPart }) {
  return (
    <>
      <Verdict task={task} />
      <Panel title="Arithmetic">
        <Arithmetic task={task} />
      </Panel>
      <Panel title="Checks">
        <Checks checks={task.checks} />
      </Panel>
      <Panel title="What the nodes reported" padded={false}>
        <Table
          caption="What the nodes reported"
          rows={task.reports}
          rowKey={(report) => report.node}
          empty="No node reported it running"
          columns={[
            { head: "Node", cell: (report) => `Node ${report.node}` },
            { head: "GPUs", cell: (report) => report.gpus, numeric: true },
            { head: "First report", cell: (report) => <Second at={report.from} /> },
            { head: "Last report", cell: (report) => (report.to === null ? "–" : <Second at={report.to} />) },
            { head: "State", cell: (report) => report.state },
          ]}
        />
      </Panel>
      <Panel title="Charged intervals" lead={`${task.count} in this month`} padded={false}>
        <Table
          caption="Charged intervals"
          rows={task.intervals}
          rowKey={(interval) => interval.from}
          empty="Nothing was charged in this month"
          columns={[
            { head: "From", cell: (interval) => <Second at={interval.from} /> },
            { head: "To", cell: (interval) => <Second at={interval.to} /> },
            { head: "Seconds", cell: (interval) => formatSeconds(interval.seconds), numeric: true },
            { head: "Units", cell: (interval) => interval.amount.units, numeric: true },
            { head: "Dollars", cell: (interval) => interval.amount.dollars, numeric: true },
          ]}
        />
        {task.pages > 1 ? <Pager page={task.page} pages={task.pages} /> : null}
      </Panel>
      <History task={task} />
    </>
  );
}

function Verdict({ task }: { task: TaskPart }) {
  if (!task.equal) {
    return (
      <Banner tone="danger">
        ✗ The ledger and the stored data of the task differ by {task.difference.units} units ({task.difference.dollars}
        ). Please contact support with this page.
      </Banner>
    );
  }
  return task.checks.every((check) => check.holds) ? (
    <Banner tone="ok">✓ Recalculated from stored data: equal to the last unit.</Banner>
  ) : (
    <Banner tone="danger">✗ The sums are equal, but a check below fails. Please contact support.</Banner>
  );
}

function History({ task }: { task: TaskPart }) {
  return (
    <Panel title="History">
      <ol className="flex flex-col text-sm">
        {task.events.map((event, index) => (
          <li key={index} className="flex flex-wrap gap-x-4 border-b py-2.5 first:pt-0">
            <span className="flex-none text-muted max-sm:w-full sm:w-40">
              <Second at={event.at} />
            </span>
            <span className="min-w-0">{event.text}</span>
          </li>
        ))}
        {task.refunds.map((refund) => (
          <li key={refund.id} className="border-b py-2.5">
            <TextLink to={`/billing/statements/${refund.month}/lines/${refund.id}`}>{refund.text}</TextLink>:{" "}
            {refund.amount.dollars}
          </li>
        ))}
        <li className="pt-2.5">
          <TextLink to={`/tasks/${task.resvGuid}`}>Open the task</TextLink>
        </li>
      </ol>
    </Panel>
  );
}

/** Rules that the stored data must follow, each with its mark. */
function Checks({ checks }: { checks: { text: string; holds: boolean }[] }) {
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {checks.map((check) => (
        <li key={check.text} className={classes("flex gap-2", !check.holds && "font-medium text-danger")}>
          <span aria-hidden="true" className={check.holds ? "text-ok" : undefined}>
            {check.holds ? "✓" : "✗"}
          </span>
          <span>
            {check.text}
            {check.holds ? null : " This check fails."}
          </span>
        </li>
      ))}
    </ul>
  );
}
