import { useSearchParams } from "@remix-run/react";
import { Banner } from "~/platform/ui/banner";
import { Chart } from "~/platform/ui/chart/chart";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { formatCents, formatCount, formatDateTime } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import type { ForecastHour, readForecast, Three } from "~/rehearsal/inside/read-forecast.server";
import { FORECAST_HOURS } from "~/rehearsal/limits";

export type ForecastScreen = Awaited<ReturnType<typeof readForecast>>;
type Shown = NonNullable<ForecastScreen["shown"]>;

const HEIGHT = 220;
const LABELS = 6;
/** Moments in the table under a chart. */
const SHOWN_MOMENTS = 28;
const CENTS = 100;

/** What the coming days are likely to bring (A45). */
export function Forecast({ forecast: { shown, missing, hit } }: { forecast: ForecastScreen }) {
  return (
    <Panel
      title="Forecast"
      lead={
        shown ? (
          <>
            Made <Time epochSeconds={shown.made_ts} /> from the last {shown.weeks} weeks.
          </>
        ) : undefined
      }
      actions={shown ? <Choices shown={shown} /> : null}
    >
      {missing ? <Banner>{missing}</Banner> : null}
      {shown ? (
        <Bands shown={shown} hit={hit} />
      ) : missing ? null : (
        <p className="text-sm text-muted">The first forecast is being made. It takes a few minutes at most.</p>
      )}
    </Panel>
  );
}

function Choices({ shown }: { shown: Shown }) {
  const [search] = useSearchParams();
  const to = (name: string, value: string) => {
    const wanted = new URLSearchParams(search);
    wanted.set(name, value);
    return `?${wanted.toString()}`;
  };
  return (
    <>
      {shown.rows.length > 2 ? (
        <ChoiceLinks
          label="Cluster and GPU type"
          choices={shown.rows.map((row) => ({
            label: row === "" ? "Whole fleet" : row.replace("/", " · "),
            to: to("row", row),
            current: row === shown.row,
          }))}
        />
      ) : null}
      <ChoiceLinks
        label="Length"
        choices={FORECAST_HOURS.map((hours) => ({
          label: hours > 48 ? `${hours / 24} days` : `${hours} hours`,
          to: to("hours", String(hours)),
          current: hours === shown.hours,
        }))}
      />
    </>
  );
}

interface Figure {
  title: string;
  unit: string;
  read: (point: ForecastHour) => Three | null;
  /** Its number in a chart, and in a table. */
  plotted: (value: number) => number;
  text: (value: number) => string;
}

const FIGURES: readonly Figure[] = [
  {
    title: "Waiting tasks",
    unit: "tasks",
    read: ({ waiting }) => waiting,
    plotted: (tasks) => tasks,
    text: formatCount,
  },
  { title: "Free GPUs", unit: "GPUs", read: ({ free }) => free, plotted: (gpus) => gpus, text: formatCount },
  {
    title: "Revenue of each hour",
    unit: "$",
    read: ({ cents }) => cents,
    plotted: (cents) => cents / CENTS,
    text: formatCents,
  },
];

function Bands({ shown, hit }: { shown: Shown; hit: ForecastScreen["hit"] }) {
  const figures = FIGURES.filter(({ read }) => shown.points.some((point) => read(point) !== null));
  return (
    <div className="flex flex-col gap-5">
      {shown.cents ? (
        <p className="text-xl font-semibold tracking-tight text-pretty sm:text-2xl">
          {revenueText(shown.cents, shown.hours)}
        </p>
      ) : null}
      <div className="grid gap-6 lg:auto-cols-fr lg:grid-flow-col">
        {figures.map((figure) => (
          <BandChart key={figure.title} figure={figure} points={shown.points} />
        ))}
      </div>
      <div className="flex max-w-3xl flex-col gap-1.5 text-sm text-muted">
        <p>{hitText(hit)}</p>
        <p>
          {`Eight of ten futures lie within the bands, of ${shown.samples} that the scheduler’s own planner has played: each hour's tasks are those of the same weekday and hour of a past week. No node fails or comes back in them, prices stay, and nobody changes their habits.`}
        </p>
      </div>
    </div>
  );
}

function revenueText([low, middle, high]: Three, hours: number): string {
  return `${formatCents(low)} to ${formatCents(high)} of revenue in the next ${hours > 48 ? `${hours / 24} days` : `${hours} hours`}, half of the time above ${formatCents(middle)}`;
}

function hitText({ judged, share }: ForecastScreen["hit"]): string {
  if (share === null) return "No estimate of a start has been judged in the last 30 days.";
  return `Of ${formatCount(judged)} ${judged === 1 ? "estimate" : "estimates"} of a start in the last 30 days, ${Math.round(share * 100)}% started within the band.`;
}

function BandChart({
  figure: { title, unit, read, plotted, text },
  points,
}: {
  figure: Figure;
  points: ForecastHour[];
}) {
  const line = (place: 0 | 1 | 2) => ({
    type: "scatter" as const,
    mode: "lines" as const,
    colour: 0,
    x: points.map(({ ts }) => new Date(ts * 1000).toISOString().slice(0, 16)),
    y: points.map((point) => plotted(read(point)?.[place] ?? 0)),
  });
  const step = Math.ceil(points.length / SHOWN_MOMENTS);
  return (
    <Chart
      title={title}
      height={HEIGHT}
      figure={{
        data: [
          { ...line(0), name: "lowest" },
          { ...line(2), name: "highest", fill: "tonexty" },
          { ...line(1), name: "middle", colour: 1 },
        ],
        layout: { yTitle: unit, xLabels: LABELS, legend: false },
      }}
      empty={`${title}: 0 all along.`}
    >
      <Table
        caption={title}
        rows={points.filter((_, index) => index % step === 0)}
        rowKey={({ ts }) => ts}
        empty="None"
        columns={[
          { head: "Time, UTC", cell: ({ ts }) => formatDateTime(ts) },
          ...(["Lowest", "Middle", "Highest"] as const).map((head, place) => ({
            head,
            cell: (point: ForecastHour) => text(read(point)?.[place] ?? 0),
            numeric: true,
          })),
        ]}
      />
    </Chart>
  );
}
