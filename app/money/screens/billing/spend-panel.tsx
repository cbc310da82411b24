import { useMemo } from "react";
import type { Spend, SpendDays } from "~/money/inside/billing/read-spend.server";
import { Chart } from "~/platform/ui/chart/chart";
import type { Figure } from "~/platform/ui/chart/figure";
import { Swatch } from "~/platform/ui/chart/swatch";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { dayText } from "~/platform/ui/day-text";
import { formatCents, formatCount } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { sumOf } from "./spent-since";

const HEIGHT = 260;
const CENTS = 100;
const OTHERS = "Other tasks";
/** Grey, so that the tasks without a colour of their own look like no one of the others. */
const OTHERS_COLOUR = 12;
/** The row of all volumes. */
const VOLUMES = "volumes";
const RANGES: { days: SpendDays; label: string }[] = [
  { days: 30, label: "30 days" },
  { days: 90, label: "90 days" },
];

interface SpendPanelProps {
  /** Spend at load time. */
  spend: Spend;
  days: SpendDays;
  /** Cents that tasks have cost since, by task. */
  since: ReadonlyMap<string, number>;
}

/**
 * The cost of tasks by day, stacked by the most expensive ones, with tables by task and day. Figures follow the
 * balance; the chart is drawn once.
 */
export function SpendPanel({ spend: loaded, days, since }: SpendPanelProps) {
  const spend = useMemo(() => withSpent(loaded, since), [loaded, since]);
  const figure = useMemo(() => figureOf(loaded), [loaded]);
  const isSpent = spend.tasks.length > 0 || spend.volumes !== null;
  return (
    <Panel
      title="Spend"
      folds
      lead={`${formatCents(spend.totalCents)} on tasks and volumes in ${days} days (UTC).`}
      actions={
        <ChoiceLinks
          label="Days of spend"
          choices={RANGES.map((range) => ({
            ...{ label: range.label, current: range.days === days },
            to: range.days === 30 ? "/billing" : `/billing?days=${range.days}`,
          }))}
        />
      }
      padded={false}
    >
      <div className={isSpent ? "lg:grid lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:divide-x" : undefined}>
        <div className="px-4 pt-4 pb-3 sm:px-5">
          <Chart
            title="Dollars a day, by task and volumes"
            figure={figure}
            height={HEIGHT}
            empty={`Nothing was spent in the last ${days} days. Your spend appears here by day and by task.`}
          >
            <Table
              caption="Spend by day"
              compact
              rows={spend.days.filter(({ cents }) => cents !== 0).toReversed()}
              rowKey={({ day }) => day}
              empty="Nothing was spent"
              columns={[
                { head: "Day", cell: ({ day }) => dayText(day), className: "tabular-nums" },
                { head: "Spent", cell: ({ cents }) => formatCents(cents), numeric: true },
              ]}
            />
          </Chart>
        </div>
        {isSpent ? <ByTask spend={spend} days={days} /> : null}
      </div>
    </Panel>
  );
}

interface TaskRow {
  id: string;
  name: string;
  /** Index of its colour in the chart; null without one. */
  colour: number | null;
  cents: number;
}

function ByTask({ spend: { tasks, others, volumes, totalCents }, days }: { spend: Spend; days: SpendDays }) {
  const drawn = tasks.filter(({ dollarsByDay }) => dollarsByDay !== null).length;
  const rows: TaskRow[] = tasks.map(({ resvGuid, name, cents, dollarsByDay }, at) => ({
    ...{ id: resvGuid, name, cents },
    colour: dollarsByDay ? at : OTHERS_COLOUR,
  }));
  if (others.count > 0)
    rows.push({ id: "", name: `${formatCount(others.count)} more tasks`, cents: others.cents, colour: OTHERS_COLOUR });
  if (volumes) {
    const name = volumes.count === 1 ? "1 volume" : `${formatCount(volumes.count)} volumes`;
    rows.push({ id: VOLUMES, name, cents: volumes.cents, colour: drawn });
  }
  return (
    <div className="max-lg:border-t">
      <Table
        caption={`Spend by task in ${days} days`}
        compact
        rows={rows}
        rowKey={({ id }) => id}
        empty=""
        columns={[
          {
            head: "Task",
            className: "[overflow-wrap:anywhere]",
            cell: ({ id, name, colour }) => (
              <span className="inline-flex items-center gap-2.5">
                {colour === null ? null : <Swatch place={colour} />}
                {id === "" ? name : <TextLink to={id === VOLUMES ? "/volumes" : `/tasks/${id}`}>{name}</TextLink>}
              </span>
            ),
          },
          {
            head: "Share",
            numeric: true,
            className: "text-muted",
            cell: ({ cents }) => (totalCents > 0 ? `${Math.round((cents * CENTS) / totalCents)}%` : "–"),
          },
          { head: "Spent", cell: ({ cents }) => formatCents(cents), numeric: true, className: "font-medium" },
        ]}
      />
    </div>
  );
}

/** Today is the last day. A task that is not listed yet arrives with the next load. */
function withSpent({ days, tasks, others, volumes, totalCents }: Spend, since: ReadonlyMap<string, number>): Spend {
  const listed = new Set(tasks.map(({ resvGuid }) => resvGuid));
  const spent = sumOf(since);
  const spentByOthers = sumOf(new Map([...since].filter(([id]) => !listed.has(id))));
  return {
    days: days.map((one, at) => (at === days.length - 1 ? { ...one, cents: one.cents + spent } : one)),
    tasks: tasks.map((task) => ({ ...task, cents: task.cents + (since.get(task.resvGuid) ?? 0) })),
    others: { ...others, cents: others.cents + spentByOthers },
    volumes,
    totalCents: totalCents + spent,
  };
}

/** The tasks with a colour, then all others, per day. */
function figureOf({ days, tasks, volumes }: Spend): Figure {
  const x = days.map(({ day }) => day);
  const drawn = tasks.flatMap(({ name, dollarsByDay }) => (dollarsByDay ? [{ name, y: dollarsByDay }] : []));
  const rest = days.map(({ cents }, at) => {
    const named = drawn.reduce((sum, { y }) => sum + (y[at] ?? 0), volumes?.dollarsByDay[at] ?? 0);
    return Math.max(0, Math.round(cents - named * CENTS) / CENTS);
  });
  const others = { name: OTHERS, y: rest, colour: OTHERS_COLOUR };
  const series = [
    ...drawn.map((task, colour) => ({ ...task, colour })),
    ...(rest.some((dollars) => dollars > 0) ? [others] : []),
    ...(volumes ? [{ name: "Volumes", y: volumes.dollarsByDay, colour: drawn.length }] : []),
  ];
  return {
    data: series.map((one) => ({ type: "bar" as const, x, ...one })),
    layout: { barmode: "stack", legend: false, xLabels: 6 },
  };
}
