import { useSearchParams } from "@remix-run/react";
import { Banner } from "~/platform/ui/banner";
import { Chart } from "~/platform/ui/chart/chart";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { CsvLink } from "~/platform/ui/csv-link";
import { formatCount, formatDateTime } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { useQueryWith } from "~/platform/ui/use-query-with";
import type { MeasuredJson, ResultJson, VariantJson } from "~/rehearsal/inside/rehearsal-json";
import { farFromTruth, figuresOf, sizeText, type VariantFigure } from "./figures";
import type { RehearsalScreen } from "./route";
import { Tenants } from "./tenants";
import { ERROR, ErrorOfWaits, Started, Waits } from "./waits";

interface ResultProps {
  screen: RehearsalScreen;
  result: ResultJson;
}

const HEIGHT = 300;
const LABELS = 8;
const HOUR_S = 3600;
/** Moments in the table under the chart; the file has all. */
const SHOWN_MOMENTS = 28;

/** The sentences lead; then the figures, with the error of the replay next to them. */
export function Result({ screen, result }: ResultProps) {
  const { variants } = result;
  return (
    <>
      <FarFromTruth result={result} seesMoney={screen.seesMoney} />
      <Sentences variants={variants} />
      <Figures result={result} seesMoney={screen.seesMoney} />
      <Sizes result={result} />
      <OverTime variants={variants} ofFile={screen.source.kind === "file"} />
      <Tenants
        result={result}
        seesMoney={screen.seesMoney}
        linksNames={screen.seesCustomers && screen.source.kind === "period"}
      />
      <Unknown result={result} screen={screen} />
    </>
  );
}

function Sentences({ variants }: { variants: VariantJson[] }) {
  const changed = variants.slice(1);
  if (changed.length === 0)
    return (
      <p className="max-w-3xl text-2xl font-semibold tracking-tight text-pretty">This is the past without a change.</p>
    );
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      {changed.map(({ name, sentence }, index) => (
        <div key={index} id={`variant-${index + 1}`}>
          {changed.length > 1 ? <p className="text-sm font-medium text-muted">{name}</p> : null}
          <p className="text-xl font-semibold tracking-tight text-pretty sm:text-2xl">{sentence}</p>
        </div>
      ))}
    </div>
  );
}

/** A warning if the replay of the past as it was does not agree with what happened. */
function FarFromTruth({ result, seesMoney }: { result: ResultJson; seesMoney: boolean }) {
  const far = farFromTruth(result, seesMoney);
  if (far.length === 0) return null;
  return (
    <Banner tone="warn">
      {`This replay is far from what happened: ${far.join(", ")}. Compare the variants with each other, not with the past.`}
    </Banner>
  );
}

function Figures({ result: { variants, truth }, seesMoney }: { result: ResultJson; seesMoney: boolean }) {
  const [baseline] = variants;
  const real = truth?.real;
  return (
    <Panel
      title="Figures"
      lead={
        truth
          ? `“${ERROR}” compares the replay of the past without changes with what really happened: the difference, as a share of the real figure.`
          : "With a file there are no real figures to compare with."
      }
      padded={false}
      actions={<CsvLink table="figures" of="the figures" />}
    >
      <Table
        caption="Figures of each variant"
        rows={[...figuresOf(seesMoney)]}
        rowKey={({ label }) => label}
        empty="None"
        columns={[
          { head: "Figure", cell: ({ label }) => label, className: "font-medium" },
          ...variants.map((variant, index) => ({
            head: variant.name,
            cell: (figure: VariantFigure) => (
              <Value figure={figure} variant={variant} baseline={index === 0 ? undefined : baseline} />
            ),
            numeric: true,
          })),
          ...(real && baseline
            ? [
                {
                  head: ERROR,
                  cell: (figure: VariantFigure) => <FigureError figure={figure} real={real} baseline={baseline} />,
                  numeric: true,
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}

interface FigureErrorProps {
  figure: VariantFigure;
  real: MeasuredJson;
  baseline: VariantJson;
}

/** The error of a figure of the baseline, and the figure as it was if that looks different. */
function FigureError({ figure: { raw, text, error }, real, baseline }: FigureErrorProps) {
  const [was, is] = [raw(real) ?? null, raw(baseline) ?? null];
  return (
    <>
      <span className="text-muted">{error(raw(real), is)}</span>
      {was === null || (is !== null && text(was) === text(is)) ? null : (
        <span className="block text-muted max-md:text-sm md:text-xs">{`it was ${text(was)}`}</span>
      )}
    </>
  );
}

interface ValueProps {
  figure: VariantFigure;
  variant: VariantJson;
  /** The variant to compare with. */
  baseline: VariantJson | undefined;
}

function Value({ figure, variant, baseline }: ValueProps) {
  const value = figure.raw(variant) ?? null;
  if (value === null) return "–";
  const before = (baseline && figure.raw(baseline)) ?? null;
  const change = before === null ? 0 : value - before;
  const text = figure.text(value);
  if (before === null || change === 0 || text === figure.text(before)) return text;
  return (
    <>
      {text}
      <span className="block text-muted max-md:text-sm md:text-xs">
        {change > 0 ? "+" : "−"}
        {figure.text(Math.abs(change))}
      </span>
    </>
  );
}

function Sizes({ result: { variants, truth } }: { result: ResultJson }) {
  const [baseline] = variants;
  const real = truth?.real;
  const sizes = (baseline?.by_size ?? []).map((size, index) => ({ size, index }));
  type Row = (typeof sizes)[number];
  return (
    <Panel
      title="Waits by size"
      lead="Mean wait, by the fewest GPUs that a task accepts. Below it: the waits that 50%, 95% and 99% of the tasks did not exceed."
      actions={<CsvLink table="sizes" of="waits by size" />}
    >
      <Chart
        title="Mean wait in hours, by GPUs"
        height={HEIGHT}
        figure={{
          data: variants.map(({ name, by_size }) => ({
            type: "bar",
            name,
            x: by_size.map((size) => `${sizeText(size)} ${size.to_gpus === 1 ? "GPU" : "GPUs"}`),
            y: by_size.map(({ mean_s }) => (mean_s === null ? null : Math.round((mean_s / HOUR_S) * 100) / 100)),
          })),
          layout: { barmode: "group", yTitle: "hours" },
        }}
        empty="No task waited."
        folded={false}
      >
        <div className="overflow-hidden rounded-panel border">
          <Table
            caption="Waits by size"
            rows={sizes}
            rowKey={({ index }) => index}
            empty="None"
            columns={[
              { head: "GPUs", cell: ({ size }: Row) => sizeText(size), className: "font-medium" },
              { head: "Started", cell: ({ size }: Row) => <Started of={size} />, numeric: true },
              ...variants.map(({ name, by_size }) => ({
                head: name,
                cell: ({ index }: Row) => <Waits of={by_size[index]} />,
                numeric: true,
              })),
              ...(real
                ? [
                    {
                      head: ERROR,
                      cell: ({ size, index }: Row) => <ErrorOfWaits real={real.by_size[index]} replayed={size} />,
                      numeric: true,
                    },
                  ]
                : []),
            ]}
          />
        </div>
      </Chart>
    </Panel>
  );
}

type Moment = VariantJson["timeline"][number];

const OVER = [
  { name: "waiting", label: "Waiting", title: "GPUs that waiting tasks need", read: (at: Moment) => at.gpus_waiting },
  { name: "busy", label: "In use", title: "GPUs in use", read: (at: Moment) => at.gpus_busy },
  {
    name: "fragments",
    label: "Fragments",
    title: "Free GPUs of partly used nodes",
    read: (at: Moment) => at.gpus_in_fragments,
  },
];

function OverTime({ variants, ofFile }: { variants: VariantJson[]; ofFile: boolean }) {
  const [search] = useSearchParams();
  const shown = OVER.find(({ name }) => name === search.get("over")) ?? OVER[0];
  const queryWith = useQueryWith();
  const [baseline] = variants;
  if (!shown || !baseline) return null;
  const step = Math.max(1, Math.ceil(baseline.timeline.length / SHOWN_MOMENTS));
  const moments = baseline.timeline.map(({ ts }, index) => ({ ts, index })).filter(({ index }) => index % step === 0);
  const timeText = (ts: number) => (ofFile ? `${formatCount(Math.round(ts / HOUR_S))} h` : formatDateTime(ts));
  return (
    <Panel
      title="Over time"
      actions={
        <>
          <ChoiceLinks
            label="Figure over time"
            choices={OVER.map(({ name, label }) => ({
              label,
              to: queryWith("over", name),
              current: name === shown.name,
            }))}
          />
          <CsvLink table="timeline" of="figures over time" />
        </>
      }
    >
      <Chart
        title={shown.title}
        height={HEIGHT}
        figure={{
          data: variants.map(({ name, timeline }) => ({
            type: "scatter",
            mode: "lines",
            name,
            x: timeline.map(({ ts }) =>
              ofFile ? Math.round(ts / HOUR_S) : new Date(ts * 1000).toISOString().slice(0, 16),
            ),
            y: timeline.map(shown.read),
          })),
          layout: { yTitle: "GPUs", xLabels: LABELS, ...(ofFile ? { xTitle: "hours" } : {}) },
        }}
        empty={`${shown.title}: 0 at each moment.`}
      >
        <Table
          caption={shown.title}
          rows={moments}
          rowKey={({ index }) => index}
          empty="None"
          columns={[
            { head: ofFile ? "After" : "Time, UTC", cell: ({ ts }) => timeText(ts) },
            ...variants.map(({ name, timeline }) => ({
              head: name,
              cell: ({ index }: (typeof moments)[number]) => {
                const at = timeline[index];
                return at ? formatCount(shown.read(at)) : "–";
              },
              numeric: true,
            })),
          ]}
        />
      </Chart>
    </Panel>
  );
}

function Unknown({ result: { past }, screen: { source, seesMoney } }: ResultProps) {
  return (
    <Panel title="What this cannot know">
      <ul className="flex max-w-3xl list-disc flex-col gap-1.5 pl-5 text-sm text-muted">
        <li>
          How customers would have reacted. With a shorter queue or another price they may rent more, less, or
          elsewhere; only the elasticity and the factor that you gave are in the figures.
        </li>
        <li>Tasks that nobody started, because the queue was long or a GPU type was missing.</li>
        <li>How long a task would have gone on after its node was lost: it counts as if it ended by itself then.</li>
        {source.kind === "file" ? (
          <li>A file has no failures, drains or prices of its own: nodes and prices are those of today.</li>
        ) : past.service_known_from_ts !== null && past.service_known_from_ts > past.from_ts ? (
          <li>
            {`Which nodes took tasks before ${formatDateTime(past.service_known_from_ts)} UTC: until then each counts from its enrolment.`}
          </li>
        ) : null}
        {seesMoney ? <li>Tasks that still run at the end: their revenue is not counted.</li> : null}
      </ul>
    </Panel>
  );
}
