import { TASK_WAITS } from "~/compute/capacity-sql.server";

/** SQL, aliases `place` and its `t`, a task: the task still waits for exactly this place. */
export const PLACE_IS_NEEDED = `place.attempt = t.attempts + 1 and ${TASK_WAITS}`;

/** Seconds for which a machine is avoided on which no agent came or a GPU failed, as a node is on which a start failed (S14). */
export const AVOID_S = 300;

/** SQL, alias `place`, whose attempt failed: no agent came, or one that reported a fault. */
export const MACHINE_FAILED = `(place.placed_at is null or exists (
  select from node n join node_finding f on f.node_id = n.id where n.pilot_of = place.name and f.severity = 'critical'))`;

/** SQL, alias `place`: its engine has or should have it, and its task is not placed there yet. */
export const PLACE_IS_OPEN = `place.placed_at is null and place.state in ('wanted', 'submitting', 'waiting', 'running')`;
