import type { WorkEntry } from "~/fleet/read-planned-work.server";
import { DayTime } from "~/fleet/views/plan-line";
import { WorkLine } from "~/fleet/views/work-line";
import { Panel } from "~/platform/ui/panel";
import { TextLink } from "~/platform/ui/text-link";

/** The next planned work on nodes; the calendar has all of it. */
export function PlannedWork({ entries, found }: { entries: WorkEntry[]; found: number }) {
  return (
    <Panel title="Planned work on nodes" actions={<TextLink to="/dashboard/maintenance">{`All ${found}`}</TextLink>}>
      <ul className="divide-y border-b text-sm">
        {entries.map((entry) => (
          <li
            key={entry.node?.node_name ?? `rolling-${entry.rolling?.id}`}
            className="grid grid-cols-[7.5rem_1fr] gap-x-3 py-2 md:grid-cols-[7.5rem_16rem_1fr]"
          >
            <span className="text-muted tabular-nums">
              <DayTime ts={entry.ts} />
            </span>
            <WorkLine entry={entry} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
