import { useLocation } from "@remix-run/react";
import { useMemo } from "react";
import type { History } from "~/fleet/inside/telemetry/read-history.server";
import { SPANS } from "~/fleet/inside/telemetry/spans";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { Swatch } from "~/platform/ui/chart/swatch";
import { CsvLink } from "~/platform/ui/csv-link";
import { Panel } from "~/platform/ui/panel";
import { Unread } from "~/platform/ui/unread";
import { Bands } from "./bands";
import { HistoryChart } from "./history-chart";
import { type ChartOf, chartsOf, SLOW_COLOURS } from "./charts";
import { leadOf } from "./history-words";

/** Figures of the node over a span, and under them the tasks that held its GPUs. `given` is the history as JSON. */
export function HistoryPanel({ given, simulated }: { given: string | null; simulated: boolean }) {
  const { pathname } = useLocation();
  const history = useMemo(() => (given === null ? null : (JSON.parse(given) as History)), [given]);
  if (!history)
    return (
      <Panel title="Over time">
        <Unread />
      </Panel>
    );
  const charts: ChartOf[] = chartsOf(history);
  return (
    <Panel
      id="history"
      title="Over time"
      lead={`${leadOf(history)}${simulated ? " Figures of simulated GPUs and their machines are made up." : ""}`}
      actions={
        <>
          <CsvLink table="history" of="the figures of its GPUs" label="CSV of GPUs" />
          <CsvLink table="machine" of="the figures of the machine" label="CSV of machine" />
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <ChoiceLinks
          label="Span of the charts"
          choices={Object.entries(SPANS).map(([span, { label }]) => ({
            label,
            to: `${pathname}${span === "24h" ? "" : `?span=${span}`}`,
            current: span === history.span,
          }))}
        />
        {charts.length === 0 ? null : (
          <>
            {history.span === "24h" ? <Legend history={history} /> : null}
            <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
              {charts.map((chart) => (
                <HistoryChart key={chart.title} chart={chart} history={history} />
              ))}
            </div>
          </>
        )}
        <Bands history={history} />
      </div>
    </Panel>
  );
}

/** One legend for all charts of GPUs. */
function Legend({ history: { gpus, findings } }: { history: History }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted noscript:hidden" aria-hidden="true">
      {gpus.map((_, id) => (
        <li key={id} className="flex items-center gap-1.5">
          <Swatch place={id % 8} /> GPU {id}
        </li>
      ))}
      {SLOW_COLOURS.map(({ name, colour }) => (
        <li key={name} className="flex items-center gap-1.5">
          <Swatch place={colour} /> slowed by {name}
        </li>
      ))}
      {findings.length > 0 ? <li>dotted: a finding</li> : null}
    </ul>
  );
}
