import { isQuiet } from "./is-quiet";
import { type QuietHours, type Severity, SEVERITIES } from "./rule";

export const MESSAGE_KINDS = ["opened", "more", "reminder", "acknowledged", "over", "digest"] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** An alert and a channel that is, or should be, told of it. */
export interface Telling extends QuietHours {
  alertId: number;
  severity: Severity;
  openedAt: Date;
  resolvedAt: Date | null;
  isAcknowledged: boolean;
  remindMinutes: number | null;
  /** The newest opening among its causes. */
  newestAt: Date;
  /** The last message of it to the channel; null: none yet. */
  lastAt: Date | null;
  overAt: Date | null;
}

const MINUTE_MS = 60_000;
/** Minutes after a message before another one says that there are more causes: an outage spreads within some. */
export const MORE_MINUTES = 30;
/** Minutes after its opening at which an alert that nobody was told of has waited: for quiet hours, or for room. */
const WAITED_MINUTES = 5;

/** Returns the kind of message about the alert that the channel must get now; null: none. */
export function dueKind(telling: Telling, now: Date): Exclude<MessageKind, "acknowledged" | "digest"> | null {
  const { severity, resolvedAt, lastAt, overAt } = telling;
  if (severity !== "critical" && isQuiet(telling, now)) return null;
  if (resolvedAt) return lastAt && !overAt ? "over" : null;
  if (!lastAt) return "opened";
  const minutes = (now.getTime() - lastAt.getTime()) / MINUTE_MS;
  if (telling.newestAt > lastAt && minutes >= MORE_MINUTES) return "more";
  const { remindMinutes, isAcknowledged } = telling;
  const isForgotten = severity === "critical" && !isAcknowledged && remindMinutes !== null;
  return isForgotten && minutes >= remindMinutes ? "reminder" : null;
}

/** A message: about one alert, or a digest of several. */
export interface Planned {
  kind: MessageKind;
  tellings: Telling[];
}

/**
 * Plans the messages of a channel: worst first, one each, and one digest of those that waited for the end of quiet
 * hours. If there is no room for all of them in the hour, the last one tells of all the rest; without any room all of
 * them wait. `forPrograms`: the channel keeps a state for each alert, so it gets no digest of waiting ones, and ends
 * are always sent.
 */
export function planMessages(
  tellings: readonly Telling[],
  { room, forPrograms, now }: { room: number; forPrograms: boolean; now: Date },
): Planned[] {
  const due = tellings.flatMap((telling) => {
    const kind = dueKind(telling, now);
    return kind ? [{ kind, telling }] : [];
  });
  due.sort((one, other) => rank(one) - rank(other) || one.telling.alertId - other.telling.alertId);
  const isWaiting = ({ kind, telling }: (typeof due)[number]) =>
    !forPrograms && kind === "opened" && now.getTime() - telling.openedAt.getTime() >= WAITED_MINUTES * MINUTE_MS;
  const waited = due.filter(isWaiting);
  const single = waited.length > 1 ? due.filter((one) => !isWaiting(one)) : due;
  const planned: Planned[] = single.map(({ kind, telling }) => ({ kind, tellings: [telling] }));
  if (waited.length > 1) planned.push({ kind: "digest", tellings: waited.map(({ telling }) => telling) });
  const free = forPrograms ? planned.filter(({ kind }) => kind === "over") : [];
  const counted = planned.filter((one) => !free.includes(one));
  if (counted.length <= room) return [...counted, ...free];
  if (room <= 0) return free;
  const rest = counted.slice(room - 1).flatMap((one) => one.tellings);
  return [...counted.slice(0, room - 1), { kind: "digest", tellings: rest }, ...free];
}

function rank({ kind, telling }: { kind: MessageKind; telling: Telling }): number {
  return kind === "over" ? SEVERITIES.length : SEVERITIES.indexOf(telling.severity);
}
