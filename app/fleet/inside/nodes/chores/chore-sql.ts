/** Chore `c` as agents know it, of installation `i`: a restored database starts counting its chores again. */
export const CHORE_ID = `concat(c.id::text, '-', left(i.epoch::text, 8))`;

/** SQL: the last chore of node `n` has failed. */
export const FAILED_CHORE = `(select c.state = 'failed' from node_chore c where c.node_id = n.id and c.state <> 'dropped'
  order by c.id desc limit 1)`;
