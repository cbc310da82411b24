import { formatCount, formatPercent, formatSpan } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Stat, StatRow } from "~/platform/ui/stat";
import { Unread } from "~/platform/ui/unread";
import { formatCoins } from "~/platform/ui/usage-format";
import { meteringPath, modelsPath } from "~/usage/views/usage-links";
import { FigureLink } from "./figure-link";
import type { Usage } from "./read-usage.server";

/** Model usage today and the intake of its events; each figure links to its rows. */
export function UsageFigures({ usage }: { usage: Usage | null }) {
  return (
    <Panel title="Model usage" padded={usage === null}>
      {usage ? <Today usage={usage} /> : <Unread />}
    </Panel>
  );
}

function Today({ usage: { today, before, sent, rejected, lagMs, day, weekday, time } }: { usage: Usage }) {
  const days = { start_date: day, end_date: day };
  const then = `by ${time} last ${weekday}`;
  return (
    <StatRow bare>
      <Stat
        label="Calls today"
        value={<FigureLink to={modelsPath(days)}>{formatCount(today.calls)}</FigureLink>}
        note={`${formatCount(before.calls)} ${then}`}
      />
      <Stat
        label="Coins today (M)"
        value={<FigureLink to={meteringPath(days)}>{formatCoins(today.coins)}</FigureLink>}
        note={`${formatCoins(before.coins)} ${then}`}
      />
      <Stat
        label="Events rejected today"
        value={<FigureLink to="/dashboard/ingestion">{formatCount(rejected)}</FigureLink>}
        note={sent === 0 ? "none was sent" : `${formatPercent(rejected, sent)} of ${formatCount(sent)}`}
      />
      <Stat
        label="Intake lag"
        value={<FigureLink to="/dashboard/ingestion">{lagMs === null ? "–" : lagText(lagMs)}</FigureLink>}
        note={lagMs === null ? "no event in 5 minutes" : "on average over 5 minutes"}
      />
    </StatRow>
  );
}

function lagText(ms: number): string {
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : formatSpan(Math.round(ms / 1000));
}
