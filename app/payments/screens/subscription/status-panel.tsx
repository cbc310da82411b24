import { formatCoins } from "~/platform/ui/usage-format";
import { formatCents, formatDate } from "~/platform/ui/format";
import { Stat, StatRow } from "~/platform/ui/stat";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { Screen } from "./read-screen.server";

/** The documented figures, below the sentence that says what they mean (2.4). */
export function StatusFigures({ screen }: { screen: Screen }) {
  const { enabled, upcoming, coins } = screen;
  return (
    <StatRow bare>
      <Stat
        label="Status"
        value={enabled ? <span className="text-ok">Enabled</span> : "Disabled"}
        note={<Until screen={screen} />}
      />
      <Stat
        label="Upcoming invoice"
        value={upcoming ? formatCents(upcoming.remaining) : "None"}
        note={
          upcoming ? (
            <>
              Due on <Time epochSeconds={upcoming.startTs} format={formatDate} />
            </>
          ) : null
        }
      />
      <Stat
        label="Coins (millions)"
        value={coins === null ? "–" : formatCoins(coins)}
        note={<TextLink to="/usage">See usage</TextLink>}
      />
    </StatRow>
  );
}

function Until({ screen: { endsTs, trialEndTs, freeUntilTs } }: { screen: Screen }) {
  const trialTs = trialEndTs ?? freeUntilTs;
  const ts = endsTs ?? trialTs;
  if (ts === null) return null;
  return (
    <>
      {endsTs === null ? "Trial until" : "Ends on"} <Time epochSeconds={ts} format={formatDate} />
    </>
  );
}
