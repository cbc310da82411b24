import { DRAIN_UPGRADE } from "~/fleet/node-health";

/** Chore `c` as agents know it, of installation `i`: a restored database starts counting its chores again. */
export const CHORE_ID = `concat(c.id::text, '-', left(i.epoch::text, 8))`;

/** SQL: the last chore of node `n` has failed. */
export const FAILED_CHORE = `(select c.state = 'failed' from node_chore c where c.node_id = n.id and c.state <> 'dropped'
  order by c.id desc limit 1)`;

/** SQL: maintenance `m` has begun, as far as is known: by the agent's command, or by hand. */
export const BEGUN = `m.kind = 'maintenance' and (m.state <> 'dropped' or m.started_at is not null)`;

/** SQL: maintenance `c` was dropped, had not begun as far as is known, and no self-test has passed since. */
export const DROPPED_UNBEGUN = `c.kind = 'maintenance' and c.state = 'dropped' and c.started_at is null and not exists (
  select from node_chore t where t.node_id = c.node_id and t.id > c.id and t.kind = 'self-test' and t.state = 'passed')`;

/**
 * SQL: chore `c` of a node has ended if its agent does not know it: maintenance, except in Upgrade, where the agent is asked
 * to begin again, and a self-test for which the agent has no command.
 */
export const LOST_IF_UNKNOWN = (node: "n" | "node") =>
  `(c.kind = 'maintenance' and c.state = 'running' and ${node}.drain <> ${DRAIN_UPGRADE}
   or c.kind = 'self-test' and c.state in ('wanted', 'running') and not 'self-test' = any(${node}.chores_able))`;
