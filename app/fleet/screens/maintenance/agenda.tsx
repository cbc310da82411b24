import { ForecastLine } from "~/fleet/views/forecast-line";
import { counted, DayTime, PlanLine, weekday } from "~/fleet/views/plan-line";
import { wallSeconds } from "~/platform/time-zone";
import { formatDate, formatTime } from "~/platform/ui/format";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { useZone } from "~/platform/ui/zone";
import type { Entry, MaintenanceScreen } from "./read-maintenance.server";

/** Planned work by day, soonest first. */
export function Agenda({ loaded }: { loaded: MaintenanceScreen }) {
  const zone = useZone();
  const { entries, page, pages, nowTs } = loaded;
  const dayOf = (ts: number) => {
    const wall = wallSeconds(ts, zone);
    return `${weekday(wall)} ${formatDate(wall)}`;
  };
  const days = new Map<string, Entry[]>();
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
                  <Line entry={entry} />
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

function Line({ entry: { node, rolling } }: { entry: Entry }) {
  if (rolling)
    return (
      <>
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
          <TextLink to={`/dashboard/maintenance/${rolling.id}`}>{rolling.name}</TextLink>
        </span>
        <span className="max-md:col-start-2">
          {`Rolling drain, ${rolling.counts.done} of ${counted(rolling.counts.all, "node")} done. Last node empty `}
          <ForecastLine forecast={rolling.forecast} emptyByTs={rolling.empty_by_ts} />
        </span>
      </>
    );
  if (!node) return null;
  return (
    <>
      <span className="min-w-0">
        <span className="block font-medium [overflow-wrap:anywhere]">
          <TextLink to={`/dashboard/nodes/${node.node_name}`}>{node.node_name}</TextLink>
        </span>
        <span className="block text-muted">
          {[node.cluster_name, node.gpu_type, ...(node.rack === "" ? [] : [`Rack ${node.rack}`])].join(" · ")}
        </span>
      </span>
      <span className="max-md:col-start-2">
        <PlanLine plans={node} />
        {node.tasks === 0 ? null : (
          <span className="block text-muted">
            {counted(node.gpus, "GPU")} of {counted(node.tenants, "tenant")} are held.
          </span>
        )}
      </span>
    </>
  );
}
