import { Banner } from "~/platform/ui/banner";
import { Chart } from "~/platform/ui/chart/chart";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { formatCents, formatCount, formatDateTime } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { useQueryWith } from "~/platform/ui/use-query-with";
import type { ForecastHour, ForecastJson, RowName, Three } from "~/rehearsal/inside/forecast-json";
import { FORECAST_HOURS } from "~/rehearsal/limits";

interface ForecastProps {
  forecast: ForecastJson | null;
  /** Why there is none, or no newer one. */
  missing: string | null;
}

const HEIGHT = 220;
const LABELS = 6;
/** Moments in the table under a chart. */
const SHOWN_MOMENTS = 28;
const CENTS = 100;
const DAY_HOURS = 24;

/** Bands of the coming hours (A45). */
export function Forecast({ forecast, missing }: ForecastProps) {
  return (
    <Panel
      title="Forecast"
      lead={
        forecast ? (
          <>
            Made <Time epochSeconds={forecast.made_ts} /> from the last {forecast.weeks} weeks.
          </>
        ) : undefined
      }
      actions={forecast ? <Choices forecast={forecast} /> : null}
    >
      {missing ? <Banner>{missing}</Banner> : null}
      {forecast ? <Bands forecast={forecast} /> : null}
      {forecast || missing ? null : (
        <p className="text-sm text-muted">The first forecast is being made. It takes a few minutes at most.</p>
      )}
    </Panel>
  );
}

function Choices({ forecast: { rows, hours, ...shown } }: { forecast: ForecastJson }) {
  const to = useQueryWith();
  const nameOf = ({ cluster_name, gpu_type }: RowName) => (cluster_name === null ? "" : `${cluster_name}/${gpu_type}`);
  return (
    <>
      {rows.length > 2 ? (
        <ChoiceLinks
          label="Cluster and GPU type"
          choices={rows.map((row) => ({
            label: row.cluster_name === null ? "Whole fleet" : `${row.cluster_name} · ${row.gpu_type}`,
            to: to("row", nameOf(row)),
            current: nameOf(row) === nameOf(shown),
          }))}
        />
      ) : null}
      <ChoiceLinks
        label="Length"
        choices={FORECAST_HOURS.map((length) => ({
          label: lengthText(length),
          to: to("hours", String(length)),
          current: length === hours.length,
        }))}
      />
    </>
  );
}

interface Figure {
  title: string;
  unit: string;
  read: (hour: ForecastHour) => Three | null;
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
  { title: "Free GPUs", unit: "GPUs", read: ({ free_gpus }) => free_gpus, plotted: (gpus) => gpus, text: formatCount },
  {
    title: "Revenue of each hour",
    unit: "$",
    read: ({ cents }) => cents,
    plotted: (cents) => cents / CENTS,
    text: formatCents,
  },
];

function Bands({ forecast: { hours, cents, samples, judged, hit_share } }: { forecast: ForecastJson }) {
  const figures = FIGURES.filter(({ read }) => hours.some((hour) => read(hour) !== null));
  return (
    <div className="flex flex-col gap-5">
      {cents ? (
        <p className="text-xl font-semibold tracking-tight text-pretty sm:text-2xl">
          {revenueText(cents, hours.length)}
        </p>
      ) : null}
      <div className="grid gap-6 lg:auto-cols-fr lg:grid-flow-col">
        {figures.map((figure) => (
          <BandChart key={figure.title} figure={figure} hours={hours} />
        ))}
      </div>
      <div className="flex max-w-3xl flex-col gap-1.5 text-sm text-muted">
        <p>{hitText(judged, hit_share)}</p>
        <p>
          {`Of ${samples} runs of the scheduler’s planner, 80% lie within the bands, and half lie above the middle line. Each hour has the tasks of the same weekday and hour of a past week. Not known: failures, nodes that come or go, new prices and new habits. Tasks that wait for money are left out.`}
        </p>
      </div>
    </div>
  );
}

/** `24 hours`, `7 days` */
function lengthText(hours: number): string {
  return hours > DAY_HOURS ? `${hours / DAY_HOURS} days` : `${hours} hours`;
}

function revenueText({ low, middle, high }: Three, hours: number): string {
  return `${formatCents(low)} to ${formatCents(high)} of revenue in the next ${lengthText(hours)}, ${formatCents(middle)} in the middle`;
}

function hitText(judged: number, share: number | null): string {
  if (share === null) return "No estimate of a start has been judged in the last 30 days.";
  return `Of ${formatCount(judged)} ${judged === 1 ? "estimate" : "estimates"} of a start in the last 30 days, ${Math.round(share * 100)}% started within the band.`;
}

const PLACES = [
  { head: "Lowest", place: "low" },
  { head: "Middle", place: "middle" },
  { head: "Highest", place: "high" },
] as const;

function BandChart({ figure: { title, unit, read, plotted, text }, hours }: { figure: Figure; hours: ForecastHour[] }) {
  const line = (place: keyof Three) => ({
    type: "scatter" as const,
    mode: "lines" as const,
    colour: 0,
    x: hours.map(({ ts }) => new Date(ts * 1000).toISOString().slice(0, 16)),
    y: hours.map((point) => plotted(read(point)?.[place] ?? 0)),
  });
  const step = Math.ceil(hours.length / SHOWN_MOMENTS);
  return (
    <Chart
      title={title}
      height={HEIGHT}
      figure={{
        data: [
          { ...line("low"), name: "lowest" },
          { ...line("high"), name: "highest", fill: "tonexty" },
          { ...line("middle"), name: "middle", colour: 1 },
        ],
        layout: { yTitle: unit, xLabels: LABELS, legend: false },
      }}
      empty={`${title}: 0 all along.`}
    >
      <Table
        caption={title}
        rows={hours.filter((_, index) => index % step === 0)}
        rowKey={({ ts }) => ts}
        empty="None"
        columns={[
          { head: "Time, UTC", cell: ({ ts }) => formatDateTime(ts) },
          ...PLACES.map(({ head, place }) => ({
            head,
            cell: (point: ForecastHour) => text(read(point)?.[place] ?? 0),
            numeric: true,
          })),
        ]}
      />
    </Chart>
  );
}
