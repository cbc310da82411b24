import type { Outage } from "~/fleet/inside/status/read-status.server";
import { Badge } from "~/platform/ui/badge";
import { formatSpan } from "~/platform/ui/format";
import { Time } from "~/platform/ui/time";
import { STATE_LOOK } from "./state-look";

/** Outages with their time and duration. */
export function OutageList({ outages }: { outages: Outage[] }) {
  if (outages.length === 0)
    return <p className="px-5 py-8 text-center text-sm text-muted">None in the last 90 days.</p>;
  return (
    <ul className="divide-y">
      {outages.map(({ id, name, state, text, beganTs, endedTs }) => (
        <li key={id} className="grid gap-x-6 gap-y-1 px-4 py-3 text-sm sm:px-5 md:grid-cols-[1fr_auto]">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium [overflow-wrap:anywhere]">
            {name}
            <Badge tone={STATE_LOOK[state].tone}>{STATE_LOOK[state].word}</Badge>
          </p>
          <p className="text-muted tabular-nums md:text-right">
            <Time epochSeconds={beganTs} />
            {endedTs === null ? ", ongoing" : `, ${formatSpan(endedTs - beganTs)}`}
          </p>
          <p className="text-muted md:col-span-2">{text}</p>
        </li>
      ))}
    </ul>
  );
}
