import type { Tx } from "~/platform/db.server";
import type { ObservedChores } from "~/fleet/agent-chores";
import { askForTest } from "./ask-chore.server";
import { CHORE_ID, DROPPED_UNBEGUN, LOST_IF_UNKNOWN } from "./chore-sql";

/**
 * The values a report is compared with: kinds of chores that the agent can run, and open chores as `id state`, with `lost` if
 * they have ended in case that the agent does not know them.
 */
export interface ChoresKnown {
  able: readonly string[];
  open: readonly string[];
}

/** Checks whether a report has news about chores. An agent's silence means that it can run none. */
export function hasChoreNews({ able, open }: ChoresKnown, observed: ObservedChores | undefined): boolean {
  const kinds = observed?.able ?? [];
  if (kinds.length !== able.length || kinds.some((kind) => !able.includes(kind))) return true;
  const reported = new Map(observed?.known.map(({ id, state }) => [id, state]));
  return open.some((one) => {
    const [id = "", state, lost] = one.split(" ");
    return reported.has(id) ? reported.get(id) !== state : lost === "lost" && !runsOne(observed);
  });
}

/** Checks whether a command runs: it may be an open chore, of another epoch. */
function runsOne(observed: ObservedChores | undefined): boolean {
  return observed?.known.some(({ state }) => state === "running") ?? false;
}

/**
 * Records a node's report of its chores. A passed self-test puts it back into service; a maintenance command that had
 * begun when its request was dropped requires one. A maintenance command that runs as far as is known, and of which its
 * agent does not know, has failed: the machine was set back, or its agent is older. So has a self-test for which the agent no
 * longer has a command; one that had not begun is dropped. @returns whether the node may be back in service.
 */
export async function recordChores(
  tx: Tx,
  { nodeId, observed, now }: { nodeId: number; observed: ObservedChores | undefined; now: Date },
): Promise<{ serves: boolean }> {
  const able = observed?.able ?? [];
  // An agent that no longer has a self-test can pass none.
  const [lifted] = await tx.query<{ lifted: boolean }>(
    `with before as (select id, awaits_test from node where id = $1)
     update node n set chores_able = $2, awaits_test = n.awaits_test and 'self-test' = any($2::text[])
     from before where n.id = before.id returning before.awaits_test and not n.awaits_test as lifted`,
    [nodeId, able],
  );
  const ended = await tx.query<{ kind: string; state: string }>(
    `update node_chore c set state = g.state, exit_code = g.exit_code, output = g.output,
       started_at = coalesce(c.started_at, $3::timestamptz), ended_at = case when g.state <> 'running' then $3::timestamptz end
     from jsonb_to_recordset($2::jsonb) as g(id text, state text, exit_code int, output text), installation i
     where c.node_id = $1 and c.state in ('wanted', 'running') and g.id = ${CHORE_ID} returning c.kind, c.state`,
    [nodeId, JSON.stringify(observed?.known ?? []), now],
  );
  const lost = runsOne(observed)
    ? []
    : await tx.query(
        `update node_chore c set state = case c.state when 'wanted' then 'dropped' else 'failed' end, ended_at = $2,
           output = 'The agent no longer knows of it.'
         from node n where n.id = $1 and c.node_id = n.id and ${LOST_IF_UNKNOWN("n")} returning c.id`,
        [nodeId, now],
      );
  const passed = ended.some(({ kind, state }) => kind === "self-test" && state === "passed");
  if (passed) await tx.query(`update node set awaits_test = false where id = $1`, [nodeId]);
  const dropped = await tx.query(
    `update node_chore c set started_at = $3
     from jsonb_to_recordset($2::jsonb) as g(id text), installation i
     where c.node_id = $1 and ${DROPPED_UNBEGUN} and g.id = ${CHORE_ID} returning c.id`,
    [nodeId, JSON.stringify(observed?.known ?? []), now],
  );
  if (dropped.length > 0) await askForTest(tx, { nodeId, why: "upgrade", askedBy: null, now });
  const maintained = ended.some(({ kind, state }) => kind === "maintenance" && state !== "running");
  return { serves: passed || maintained || lost.length > 0 || lifted?.lifted === true };
}
