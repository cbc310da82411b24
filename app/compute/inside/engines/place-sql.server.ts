import { TASK_WAITS } from "~/compute/capacity-sql.server";

/** SQL, aliases `place` and its `t`, a task: the task still waits for exactly this place. */
export const PLACE_IS_NEEDED = `place.attempt = t.attempts + 1 and ${TASK_WAITS}`;

/** Seconds for which a machine is avoided on which no agent came, as a node is on which a start failed (S14). */
export const AVOID_S = 300;

/** SQL, alias `place`: its engine has or should have it, and its task is not placed there yet. */
export const PLACE_IS_OPEN = `place.placed_at is null and place.state in ('wanted', 'submitting', 'waiting', 'running')`;
