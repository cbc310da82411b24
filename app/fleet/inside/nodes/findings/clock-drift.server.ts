import type { Tx } from "~/platform/db.server";
import type { Observed } from "~/fleet/agent-messages";

/** Seconds of drift from which a node's clock counts as wrong, and below which it counts as right again. */
const OFF_S = 30;
const RIGHT_S = 10;

const CLOCK_DRIFT = "clock-drift";

export const OPEN_CLOCK = `exists (select from node_finding f where f.node_id = node.id and f.cleared_at is null and f.name = '${CLOCK_DRIFT}')`;

/** Checks whether the clock of the node behind a report is off. A report without a time shows nothing about it. */
export function isClockOff({ ts }: Pick<Observed, "ts">, wasOff: boolean, now: Date): boolean {
  if (ts === 0) return wasOff;
  return Math.abs(secondsOff(ts, now)) >= (wasOff ? RIGHT_S : OFF_S);
}

/** Opens, keeps or clears the control plane's own finding about a node's clock. */
export async function recordClock(
  tx: Tx,
  { nodeId, observed, off, now }: { nodeId: number; observed: Pick<Observed, "ts">; off: boolean; now: Date },
): Promise<void> {
  if (!off) {
    await tx.query(
      `update node_finding set cleared_at = $2 where node_id = $1 and name = '${CLOCK_DRIFT}' and cleared_at is null`,
      [nodeId, now],
    );
    return;
  }
  const seconds = secondsOff(observed.ts, now);
  const text = `the clock is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead" : "behind"}`;
  await tx.query(
    `insert into node_finding as f (node_id, name, severity, action, text, count, first_at, last_at)
     values ($1, '${CLOCK_DRIFT}', 'warning', 'inspect', $2, 1, $3, $3)
     on conflict (node_id, name, gpu) where cleared_at is null do update set text = excluded.text, last_at = excluded.last_at`,
    [nodeId, text, now],
  );
}

function secondsOff(ts: number, now: Date): number {
  return Math.round(ts - now.getTime() / 1000);
}
