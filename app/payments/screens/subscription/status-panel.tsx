import { formatCoins } from "~/platform/ui/usage-format";
import { formatCents, formatDate } from "~/platform/ui/format";
import { Stat, StatRow } from "~/platform/ui/stat";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { Screen } from "./read-screen.server";

export function StatusFigures({ screen }: { screen: Screen }) {
  const { enabled, upcoming, coins } = screen;
  return (
    <StatRow>
      <Stat
        label="Status"
        value={enabled ? <span className="text-ok">Enabled</span> : "Disabled"}
        note={<Until screen={screen} />}
      />
      <Stat label="Plan" value={screen.pro ? "PRO" : "FREE"} note={<Trial screen={screen} />} />
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

function Until({ screen: { endsTs } }: { screen: Screen }) {
  if (endsTs === null) return null;
  return (
    <>
      Ends on <Time epochSeconds={endsTs} format={formatDate} />
    </>
  );
}

function Trial({ screen }: { screen: Screen }) {
  const trialEndTs = screen.trialEndTs ?? screen.freeUntilTs;
  if (trialEndTs === null) return null;
  return (
    <>
      Trial until <Time epochSeconds={trialEndTs} format={formatDate} />
    </>
  );
}
