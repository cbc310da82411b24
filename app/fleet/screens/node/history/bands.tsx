import type { Band, History, Mark } from "~/fleet/inside/telemetry/read-history.server";
import { onGpu } from "~/fleet/inside/nodes/findings/open-finding";
import { SPANS } from "~/fleet/inside/telemetry/spans";
import { wallSeconds } from "~/platform/time-zone";
import { formatDayMonth, formatTime } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { useZone } from "~/platform/ui/zone";

/** Colours of tasks in the palette. */
const COLOURS = 8;
/** Share of the width from which a task's name fits into its band. */
const NAMED_FROM = 12;

/** The tasks that held each GPU over the span, and the findings on them, on one line for each GPU. */
export function Bands({ history }: { history: History }) {
  const { gpus, tasks, tasksCut, findings, pointsTs, span } = history;
  const zone = useZone();
  const fromTs = pointsTs[0] ?? 0;
  const toTs = fromTs + SPANS[span].seconds;
  const count = Math.max(gpus.length, ...tasks.flatMap((task) => task.gpus.map((id) => id + 1)), 0);
  const colours = new Map(tasks.toReversed().map(({ resv_guid }, place) => [resv_guid, place % COLOURS]));
  const placeOf = (ts: number) => Math.max(0, Math.min(100, ((ts - fromTs) / (toTs - fromTs)) * 100));
  const textOf = (ts: number) => {
    const wall = wallSeconds(ts, zone);
    return span === "24h" ? `${formatDayMonth(wall)} ${formatTime(wall)}` : formatDayMonth(wall);
  };
  const onNode = findings.filter(({ gpu_id }) => gpu_id === null);
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-sm font-medium">
        Tasks on each GPU{findings.length > 0 ? <span className="font-normal text-muted">, with findings</span> : null}
      </h3>
      {count === 0 ? null : (
        <div className="node-bands" aria-hidden="true">
          {Array.from({ length: count }, (_, id) => (
            <div key={id}>
              <span>GPU {id}</span>
              <div>
                {tasks.flatMap((task) =>
                  task.gpus.includes(id)
                    ? [
                        <Block
                          key={task.resv_guid + task.from_ts}
                          task={task}
                          from={placeOf(task.from_ts)}
                          to={placeOf(task.to_ts ?? toTs)}
                          colour={colours.get(task.resv_guid) ?? 0}
                        />,
                      ]
                    : [],
                )}
                <Marks marks={findings.filter(({ gpu_id }) => gpu_id === id)} placeOf={placeOf} />
              </div>
            </div>
          ))}
          {onNode.length > 0 ? (
            <div>
              <span>Node</span>
              <div>
                <Marks marks={onNode} placeOf={placeOf} />
              </div>
            </div>
          ) : null}
          <p>
            <span>{textOf(fromTs)}</span>
            <span>{textOf((fromTs + toTs) / 2)}</span>
            <span>{textOf(toTs)}</span>
          </p>
        </div>
      )}
      {tasks.length + findings.length === 0 ? (
        <p className="text-sm text-muted">No task held a GPU of this node in {SPANS[span].words}.</p>
      ) : (
        <details className="group">
          <summary className="w-fit cursor-pointer rounded-control text-sm text-link select-none">
            Show as table
          </summary>
          <div className="mt-3 overflow-hidden rounded-panel border">
            <TasksTable tasks={tasks} />
            {tasksCut ? <p className="border-t px-4 py-2 text-sm text-muted">Earlier tasks are not shown.</p> : null}
            {findings.length > 0 ? <FindingsTable findings={findings} /> : null}
          </div>
        </details>
      )}
    </section>
  );
}

function Block({ task, from, to, colour }: { task: Band; from: number; to: number; colour: number }) {
  const width = to - from;
  return (
    <i
      title={`${task.task_name} of ${task.tenant_name}`}
      style={{
        left: `${from.toFixed(2)}%`,
        width: `${width.toFixed(2)}%`,
        ["--task" as string]: `var(--series-${colour + 1})`,
      }}
    >
      {width >= NAMED_FROM ? task.task_name : null}
    </i>
  );
}

function Marks({ marks, placeOf }: { marks: Mark[]; placeOf: (ts: number) => number }) {
  return marks.map(({ text, severity, at_ts }) => (
    <b
      key={`${text} ${at_ts}`}
      title={text}
      data-severity={severity}
      style={{ left: `${placeOf(at_ts).toFixed(2)}%` }}
    />
  ));
}

function TasksTable({ tasks }: { tasks: Band[] }) {
  return (
    <Table
      caption="Tasks on its GPUs"
      rows={tasks}
      rowKey={({ resv_guid, from_ts }) => `${resv_guid} ${from_ts}`}
      empty="No tasks"
      columns={[
        { head: "Task", cell: ({ task_name }) => task_name, className: "font-medium break-all" },
        {
          head: "Tenant",
          cell: ({ tenant_name }) => <TextLink to={`/users/stats/${tenant_name}`}>{tenant_name}</TextLink>,
          className: "break-all",
        },
        { head: "GPUs", cell: ({ gpus }) => gpus.join(", ") },
        { head: "From", cell: ({ from_ts }) => <Time epochSeconds={from_ts} /> },
        { head: "To", cell: ({ to_ts }) => (to_ts === null ? "now" : <Time epochSeconds={to_ts} />) },
      ]}
    />
  );
}

function FindingsTable({ findings }: { findings: Mark[] }) {
  return (
    <Table
      caption="Findings in this span"
      rows={findings}
      rowKey={({ text, at_ts }) => `${text} ${at_ts}`}
      empty="No findings"
      columns={[
        { head: "Finding", cell: ({ text, gpu_id }) => `${text}${onGpu(gpu_id)}` },
        { head: "Severity", cell: ({ severity }) => severity },
        { head: "First seen", cell: ({ at_ts }) => <Time epochSeconds={at_ts} /> },
      ]}
    />
  );
}
