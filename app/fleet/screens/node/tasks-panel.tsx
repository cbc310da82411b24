import { type EndReason, knownEnd, type TaskOnNode } from "~/fleet/inside/nodes/free-by";
import { CsvLink } from "~/platform/ui/csv-link";
import { formatCents } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { Unread } from "~/platform/ui/unread";

/** Tasks that hold the node's GPUs, and when the GPUs become free if known. */
export function TasksPanel(shown: { tasks: TaskOnNode[] | null; freeByTs: number | null; seesMoney: boolean }) {
  const { tasks, freeByTs, seesMoney } = shown;
  return (
    <Panel
      title="When the node is free"
      lead={tasks ? freeText(tasks, freeByTs) : undefined}
      padded={false}
      actions={tasks && tasks.length > 0 ? <CsvLink table="tasks" of="the tasks on this node" /> : null}
    >
      {tasks ? <Tasks tasks={tasks} seesMoney={seesMoney} /> : <Unread />}
    </Panel>
  );
}

function freeText(tasks: TaskOnNode[], freeByTs: number | null) {
  if (tasks.length === 0) return "Now: no task holds a GPU here.";
  if (freeByTs !== null) {
    const { money } = reasonsOf(tasks);
    return (
      <>
        At the latest <Time epochSeconds={freeByTs} zoned />
        {money > 0 ? ", unless somebody adds funds or postpones an end" : ""}.
      </>
    );
  }
  const { unknown } = reasonsOf(tasks);
  return `Unknown: ${unknown} of ${tasks.length} ${tasks.length === 1 ? "task" : "tasks"} ${unknown === 1 ? "has" : "have"} no known end.`;
}

function reasonsOf(tasks: TaskOnNode[]) {
  const ends = tasks.map(knownEnd);
  return {
    money: ends.filter((end) => end?.why === "money").length,
    unknown: ends.filter((end) => end === null).length,
  };
}

function Tasks({ tasks, seesMoney }: { tasks: TaskOnNode[]; seesMoney: boolean }) {
  return (
    <Table
      caption="Tasks on this node"
      rows={tasks}
      rowKey={(task) => task.resv_guid}
      empty="No task holds a GPU here"
      columns={[
        { head: "Task", cell: (task) => task.task_name, className: "font-medium [overflow-wrap:anywhere] md:min-w-32" },
        {
          head: "Tenant",
          cell: (task) => <TextLink to={`/users/stats/${task.tenant_name}`}>{task.tenant_name}</TextLink>,
          className: "[overflow-wrap:anywhere] md:min-w-28",
        },
        { head: "State", cell: (task) => task.state },
        { head: "GPUs", cell: gpusText, numeric: true },
        { head: "Since", cell: (task) => <Time epochSeconds={task.since_ts} /> },
        { head: "Pays", cell: (task) => `${formatCents(task.pph)}/h`, numeric: true },
        { head: "Declared end", cell: (task) => <Moment ts={task.declared_ts} none="no declared end" /> },
        ...(seesMoney ? [MONEY_END] : []),
        { head: "Free by", cell: (task) => <FreeBy task={task} /> },
      ]}
    />
  );
}

const MONEY_END = { head: "Money runs out", cell: (task: TaskOnNode) => <MoneyEnd task={task} /> };

function gpusText({ gpus, gpus_all }: TaskOnNode): string {
  return gpus_all > gpus ? `${gpus} of ${gpus_all}` : String(gpus);
}

function Moment({ ts, none }: { ts: number | null; none: string }) {
  return ts === null ? <span className="text-muted">{none}</span> : <Time epochSeconds={ts} />;
}

function MoneyEnd({ task }: { task: TaskOnNode }) {
  if (task.money_ts === null) return <span className="text-muted">not charged</span>;
  if (task.auto_top_up) return <span className="text-muted">automatic top-up</span>;
  return (
    <>
      <Time epochSeconds={task.money_ts} /> <span className="text-muted">at the latest</span>
    </>
  );
}

const WHY: Record<EndReason, string> = {
  stopping: "it is stopping",
  declared: "its declared end",
  spend: "its spend limit",
  money: "its balance runs out",
};

function FreeBy({ task }: { task: TaskOnNode }) {
  const end = knownEnd(task);
  if (!end) return <span className="text-muted">unknown</span>;
  return (
    <>
      <Time epochSeconds={end.ts} /> <span className="text-muted">{WHY[end.why]}</span>
    </>
  );
}
