import { db } from "~/platform/db.server";
import type { FindingAction, Severity } from "./agent-findings";

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
