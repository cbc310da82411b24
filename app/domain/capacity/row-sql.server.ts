/** Node `n` is healthy, enrolled and in mode Norm: the only kind that takes placements (S1, 6.1). */
export const NODE_IN_SERVICE = `n.retired_at is null and n.drain = 0 and n.health = 'healthy'`;

/** Task `t` was placed, the placement failed, and it waits to be placed anew (6.2). */
export const TASK_TO_PLACE_AGAIN = `(t.state = 'placing' and not exists (
  select from placement p where p.resv_guid = t.resv_guid and p.ended_at is null and p.run))`;
