import { eventLine } from "~/compute/inside/tasks/event-line";
import { Time } from "~/platform/ui/time";

interface TaskEventRow {
  ts: number;
  from: string;
  to: string;
  text: string;
  /** Member who acted, if any. */
  by: string | null;
}

/** The task's events, newest first. */
export function EventsList({ events }: { events: TaskEventRow[] }) {
  return (
    <ol className="flex flex-col">
      {linesOf(events).map((event, index) => (
        <li key={index} className="flex gap-4 border-b py-2.5 text-sm last:border-b-0">
          <span className="text-muted">
            <Time epochSeconds={event.ts} />
          </span>
          <span className="min-w-0">
            <strong className="font-medium">{event.what}</strong>
            {event.more === "" ? null : <span className="text-muted"> · {event.more}</span>}
            {event.by === null ? null : <span className="text-muted"> by {event.by}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function linesOf(events: TaskEventRow[]) {
  return events.map((event, index) => ({ ...event, ...eventLine(event, index === 0) })).reverse();
}
