import type { Days } from "~/platform/day-range";
import type { Sum } from "~/usage/inside/sums/model-sums.server";
import { Panel } from "~/platform/ui/panel";
import { Stat, StatRow } from "~/platform/ui/stat";
import { formatCount } from "~/platform/ui/format";
import { formatChange } from "~/platform/ui/format-change";
import { formatCoins, formatMetering } from "~/platform/ui/usage-format";
import { dayText, periodText } from "~/platform/ui/day-text";

interface TotalsProps {
  total: Sum;
  before: Sum;
  days: Days;
  chat: { users: number; day: string } | null;
}

/** 'Grand Total' over the days, and 'Daily Chat Users' of the last of them (2.4). */
export function Totals({ total, before, days, chat }: TotalsProps) {
  const note = (of: (sum: Sum) => number) =>
    `${formatChange(of(total), of(before))} compared with the same number of days before`;
  const tokens = (count: number) => <span title={formatCount(count)}>{formatMetering(count)}</span>;
  return (
    <Panel title="Grand Total" lead={periodText(days)} padded={false}>
      <StatRow bare>
        <Stat label="Coins (M)" value={formatCoins(total.coins)} note={note(({ coins }) => coins)} />
        <Stat label="Prompt tokens" value={tokens(total.prompt)} note={note(({ prompt }) => prompt)} />
        <Stat label="Generated tokens" value={tokens(total.generated)} note={note(({ generated }) => generated)} />
        <Stat label="Cache read tokens" value={tokens(total.cacheRead)} />
        <Stat label="Cache creation tokens" value={tokens(total.cacheCreation)} />
        {chat ? (
          <Stat label="Daily Chat Users" value={formatCount(chat.users)} note={`On ${dayText(chat.day)}`} />
        ) : null}
      </StatRow>
    </Panel>
  );
}
