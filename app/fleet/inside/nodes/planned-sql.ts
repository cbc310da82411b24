/** SQL: `m` is a turn of a rolling drain that waits or goes on. A node has at most one. */
export const OPEN_TURN = `m.state in ('waiting', 'draining', 'out')`;

/** SQL: joins to node `n` its drain plan `d`, maintenance `w`, and rolling drain `r` with its turn `m` there. */
export const PLANS = `left join drain_plan d on d.node_id = n.id
  left join maintenance_window w on w.node_id = n.id and w.state in ('planned', 'open')
  left join rolling_drain_node m on m.node_id = n.id and ${OPEN_TURN}
  left join rolling_drain r on r.id = m.drain_id`;

/** SQL: after these joins, node `n` has a plan of some kind. */
export const IS_PLANNED = `(d.id is not null or w.id is not null or m.node_id is not null)`;
