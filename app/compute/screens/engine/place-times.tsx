import type { PlaceTimes, TimeFinding } from "~/compute/inside/engines/read-place-times.server";
import { CsvLink } from "~/platform/ui/csv-link";
import { Facts } from "~/platform/ui/facts";
import { formatDollars, formatUptime } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { Tone } from "~/platform/ui/tone";

const LOOK: Record<TimeFinding["verdict"], { tone: Tone; word: string }> = {
  over: { tone: "danger", word: "Overcharged" },
  idle: { tone: "warn", word: "Not earned" },
  runaway: { tone: "warn", word: "Runaway" },
  well: { tone: "ok", word: "None" },
  mended: { tone: "neutral", word: "Mended" },
  unknown: { tone: "neutral", word: "Not known" },
};

const LEAD =
  "Overcharged: charged for longer than the scheduler ran it, and refunded. Not earned: it ran for much longer than was charged. Runaway: accounting has no end of it.";

/** Result of the nightly comparison of charged time with the scheduler's accounting (20.10). */
export function PlaceTimesPanel({ times }: { times: PlaceTimes }) {
  const { checkedTs, why, places, charged, elapsed, findings } = times;
  return (
    <>
      <Panel title="Charged and run" lead="Each night, what was charged is compared with the scheduler's accounting.">
        <Facts
          facts={[
            { label: "Last compared", value: checkedTs === null ? "not yet" : <Time epochSeconds={checkedTs} /> },
            ...(why ? [{ label: "Accounting was not asked", value: why, long: true }] : []),
            { label: "Places in 30 days", value: places },
            { label: "Charged", value: formatUptime(charged) },
            { label: "Run by the scheduler", value: formatUptime(elapsed) },
          ]}
        />
      </Panel>
      {findings.length === 0 ? null : (
        <Panel title="Differences" lead={LEAD} padded={false} actions={<CsvLink of="times" />}>
          <Table
            caption="Places whose time differs"
            rows={findings}
            rowKey={({ name }) => name}
            empty=""
            columns={[
              {
                head: "Task",
                cell: ({ taskName, tenantName }) => (
                  <TextLink to={`/users/stats/${encodeURIComponent(tenantName)}`}>{taskName}</TextLink>
                ),
                className: "font-medium",
              },
              {
                head: "Difference",
                cell: ({ verdict }) => <StatusDot tone={LOOK[verdict].tone}>{LOOK[verdict].word}</StatusDot>,
              },
              { head: "Charged", cell: (row) => formatUptime(row.charged), numeric: true },
              {
                head: "Run",
                cell: (row) => (row.elapsed === null ? "no end" : formatUptime(row.elapsed)),
                numeric: true,
              },
              { head: "Refunded", cell: (row) => formatDollars(row.refundedDollars), numeric: true },
              { head: "Found", cell: (row) => <Time epochSeconds={row.checkedTs} /> },
              { head: "Place", cell: ({ name }) => <code className="text-xs break-all">{name}</code> },
            ]}
          />
        </Panel>
      )}
    </>
  );
}
