import { db } from "~/platform/db.server";
import type { ChoreKind } from "~/fleet/agent-chores";
import type { ChoreReason } from "./ask-chore.server";

export interface Chore {
  id: number;
  kind: ChoreKind;
  why: ChoreReason;
  state: "wanted" | "running" | "passed" | "failed" | "dropped";
  /** The user who requested it; null: nobody did, or the user was deleted. */
  by: string | null;
  exit_code: number | null;
  /** The end of its output. */
  output: string;
  asked_ts: number;
  ended_ts: number | null;
}

const CHORES = 10;

/** The last maintenance commands and self-tests of a node, newest first, and what its agent has commands for. */
export async function readChores({ nodeName }: { nodeName: string }): Promise<{ able: string[]; chores: Chore[] }> {
  const [node] = await db.query<{ able: string[] }>(
    `select chores_able as able from node where node_name = $1 and retired_at is null`,
    [nodeName],
  );
  const chores = await db.query<Chore>(
    `select c.id, c.kind, c.why, c.state, u.name as by, c.exit_code, c.output,
       floor(extract(epoch from c.asked_at))::int as asked_ts, floor(extract(epoch from c.ended_at))::int as ended_ts
     from node n join node_chore c on c.node_id = n.id left join user_account u on u.id = c.asked_by
     where n.node_name = $1 and n.retired_at is null order by c.id desc limit ${CHORES}`,
    [nodeName],
  );
  return { able: node?.able ?? [], chores };
}
