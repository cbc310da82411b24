import type { Tx } from "~/platform/db.server";
import type { Finding } from "./agent-findings";
import type { Observed } from "./agent-messages";
import { findingsOfADay } from "./inside/nodes/findings/finding-sql";

/**
 * Days for which a cleared finding is not reopened by reports from before, since its agent may not know of the
 * clearing.
 */
const CLEARED_DAYS = 30;
/** Findings of each severity that a node may open a day: one that reports more is broken, or tries to fill the database. */
export const OPENED_A_DAY = 200;

/** Age of an event by the agent's own clock, at most a year: $3 is its time of the report. */
const ago = (ts: string) => `make_interval(secs => least(31536000, greatest(0, $3::bigint - ${ts})))`;

/** Keys of findings, as in `OPEN_KEYS`. */
export function keysOf(findings: readonly Pick<Finding, "name" | "gpu" | "severity" | "count">[]): string[] {
  return findings.map(({ name, gpu, severity, count }) => `${name} ${gpu} ${severity} ${count}`).sort();
}

/** Checks whether a report has other findings than the known ones. A report without a list shows nothing. */
export function hasOtherFindings(known: readonly string[], findings: readonly Finding[] | undefined): boolean {
  return findings !== undefined && [...known].sort().join("\n") !== keysOf(findings).join("\n");
}

/**
 * Updates the open findings of a node to those of its agent's report: opens, refreshes and clears them (6.1). Times are
 * those of our clock; the agent's counts only for how long ago something was. @param known as in `OPEN_KEYS`. @returns
 * those that are news, and whether the last critical one has ended or become milder.
 */
export async function recordFindings(
  tx: Tx,
  {
    nodeId,
    known,
    observed,
    now,
  }: { nodeId: number; known: readonly string[]; observed: Pick<Observed, "findings" | "ts">; now: Date },
): Promise<{ opened: OpenedFinding[]; recovered: boolean }> {
  if (observed.findings === undefined) return { opened: [], recovered: false };
  if (observed.ts !== 0) await forgetClearedAhead(tx, nodeId, observed.ts);
  const written = await tx.query<OpenedFinding & { fresh: boolean }>(
    `insert into node_finding as f (node_id, name, gpu, gpu_id, severity, action, text, count, first_at, last_at, agent_ts)
     select distinct on (g.name, g.gpu) $1::int, g.name, g.gpu, g.gpu_id, g.severity, g.action, g.text, g.count,
       $4::timestamptz - ${ago("g.first_ts")}, $4::timestamptz - ${ago("g.last_ts")}, g.last_ts
     from jsonb_to_recordset($2::jsonb) as g(name text, gpu text, gpu_id int, severity text, action text, text text, count int,
       first_ts bigint, last_ts bigint)
     where not exists (select from node_finding c where c.node_id = $1::int and c.name = g.name and c.gpu = g.gpu
       and c.cleared_by is not null and c.cleared_at > $4::timestamptz - interval '${CLEARED_DAYS} days' and c.agent_ts >= g.last_ts)
       and (${findingsOfADay("$4", "d.severity = g.severity")} < ${OPENED_A_DAY}
         or exists (select from node_finding o where o.node_id = $1::int and o.name = g.name and o.gpu = g.gpu and o.cleared_at is null))
     on conflict (node_id, name, gpu) where cleared_at is null do update set severity = excluded.severity,
       action = excluded.action, text = excluded.text, count = excluded.count, last_at = greatest(f.last_at, excluded.last_at),
       gpu_id = excluded.gpu_id, agent_ts = excluded.agent_ts
     returning f.id, f.name, f.gpu, f.severity, f.action, f.text, f.count, f.gpu_id as "gpuId", f.last_at as "lastAt", xmax = 0 as fresh`,
    [nodeId, JSON.stringify(observed.findings), observed.ts, now],
  );
  await tx.query(
    `update node_finding set cleared_at = $3 where node_id = $1 and cleared_at is null and agent_ts is not null
       and id <> all($2::int[])`,
    [nodeId, written.map(({ id }) => id), now],
  );
  // A known one that is critical by now or was seen again is news as well, and so is another error of a program: they may
  // concern another customer.
  const isNews = (one: (typeof written)[number]) =>
    (one.severity === "critical" || one.action === "customer") && !known.includes(keysOf([one]).join());
  const opened = written.filter((one) => one.fresh || isNews(one));
  const critical = written.some(({ severity }) => severity === "critical");
  return {
    opened,
    recovered: !critical && known.some((key) => key.split(" ").at(-2) === "critical"),
  };
}

/** Seconds by which the times of an agent may be ahead of its report. */
const AHEAD_S = 60;

/**
 * Forgets what was cleared up to a time that is still to come for the machine: its clock was ahead and has been set. Else
 * a fault until then would count as cleared.
 */
async function forgetClearedAhead(tx: Tx, nodeId: number, ts: number): Promise<void> {
  await tx.query(
    `update node_finding set agent_ts = null where node_id = $1 and cleared_by is not null and agent_ts > $2::bigint`,
    [nodeId, ts + AHEAD_S],
  );
}

export interface OpenedFinding {
  id: number;
  name: string;
  gpu: string;
  severity: Finding["severity"];
  action: Finding["action"];
  text: string;
  count: number;
  gpuId: number | null;
  lastAt: Date;
}
