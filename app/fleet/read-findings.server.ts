import { db } from "~/platform/db.server";
import type { FindingAction, Severity } from "./agent-findings";

/** Days that a cleared finding is kept. */
const FINDING_KEEP_DAYS = 90;
/** An ended finding. */
export interface PastFinding {
  id: number;
  name: string;
  severity: Severity;
  action: FindingAction;
  gpu_id: number | null;
  text: string;
  count: number;
  first_ts: number;
  last_ts: number;
  cleared_ts: number;
  /** Operator who cleared the finding; null if it ended on its own or the user was deleted. */
  cleared_by: string | null;
}

const PAST_MAX = 20;

/** The last ones of a node, newest first. */
export async function readPastFindings({ nodeName }: { nodeName: string }): Promise<PastFinding[]> {
  return await db.query<PastFinding>(
    `select f.id, f.name, f.severity, f.action, f.gpu_id, f.text, f.count, floor(extract(epoch from f.first_at))::int as first_ts,
       floor(extract(epoch from f.last_at))::int as last_ts, floor(extract(epoch from f.cleared_at))::int as cleared_ts,
       u.name as cleared_by
     from node n join node_finding f on f.node_id = n.id and f.cleared_at is not null
       left join user_account u on u.id = f.cleared_by
     where n.node_name = $1 and n.retired_at is null order by f.cleared_at desc, f.id desc limit ${PAST_MAX}`,
    [nodeName],
  );
}

/** Removes findings, chores, plans and silences of fleets that ended long ago. */
export async function pruneNodeHealth({ now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - FINDING_KEEP_DAYS * 86_400_000);
  await db.query(`delete from node_finding where cleared_at < $1`, [before]);
  await db.query(`delete from node_chore where ended_at < $1`, [before]);
  await db.query(`delete from maintenance_window where ended_at < $1`, [before]);
  await db.query(`delete from rolling_drain where ended_at < $1`, [before]);
  await db.query(`delete from fleet_silence where ended_at < $1`, [before]);
}
