import type { WorkEntry } from "~/fleet/read-planned-work.server";
import { DayTime, weekday } from "~/fleet/views/plan-line";
import { WorkLine } from "~/fleet/views/work-line";
import { wallSeconds } from "~/platform/time-zone";
import { formatDate, formatTime } from "~/platform/ui/format";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Time } from "~/platform/ui/time";
import { useZone } from "~/platform/ui/zone";
import type { MaintenanceScreen } from "./read-maintenance.server";

/** Planned work by day, soonest first. */
export function Agenda({ loaded }: { loaded: MaintenanceScreen }) {
  const zone = useZone();
  const { entries, page, pages, nowTs } = loaded;
  const dayOf = (ts: number) => {
    const wall = wallSeconds(ts, zone);
    return `${weekday(wall)} ${formatDate(wall)}`;
  };
  const days = new Map<string, WorkEntry[]>();
  for (const entry of entries) {
    const day = dayOf(entry.ts);
    const name = day === dayOf(nowTs) ? `Today, ${day}` : entry.ts < nowTs ? EARLIER : day;
    days.set(name, [...(days.get(name) ?? []), entry]);
  }
  return (
    <Panel title="Agenda">
      <div className="flex flex-col gap-6">
        {[...days].map(([day, of]) => (
          <section key={day} aria-label={day} className="flex flex-col gap-1">
            <h3 className="text-sm font-medium">{day}</h3>
            <ul className="divide-y border-y text-sm">
              {of.map((entry) => (
                <li
                  key={entry.node?.node_name ?? `rolling-${entry.rolling?.id}`}
                  className="grid grid-cols-[4.5rem_1fr] gap-x-3 py-2 md:grid-cols-[4.5rem_16rem_1fr]"
                >
                  <span className="text-muted tabular-nums">
                    {day === EARLIER ? <DayTime ts={entry.ts} /> : <Time epochSeconds={entry.ts} format={formatTime} />}
                  </span>
                  <WorkLine entry={entry} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {pages > 1 ? <Pager page={page} pages={pages} of="the agenda" /> : null}
      </div>
    </Panel>
  );
}

const EARLIER = "Earlier";
