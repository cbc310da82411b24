/** Finding `f` as in a node's row. */
const FINDING_JSON = `jsonb_build_object('id', f.id, 'name', f.name, 'severity', f.severity, 'action', f.action,
  'gpu', nullif(f.gpu, ''), 'gpu_id', f.gpu_id, 'first_ts', floor(extract(epoch from f.first_at))::int,
  'last_ts', floor(extract(epoch from f.last_at))::int, 'count', f.count, 'text', f.text)`;

/** Open findings of node `n`, the worst first. */
export const OPEN_FINDINGS = `coalesce((select jsonb_agg(${FINDING_JSON}
    order by array_position(array['critical', 'warning', 'info'], f.severity), f.last_at desc, f.id)
  from node_finding f where f.node_id = n.id and f.cleared_at is null), '[]')`;

/** Number of findings of node $1 like `d` that are open or were within a day. */
export const findingsOfADay = (now: `$${number}`, alike: string) => `(select count(*) from node_finding d
  where d.node_id = $1::int and (d.cleared_at is null or d.cleared_at > ${now}::timestamptz - interval '1 day') and ${alike})`;

/** The findings as reports compare them: everything but times. */
export const OPEN_KEYS = `coalesce((select array_agg(concat_ws(' ', f.name, f.gpu, f.severity, f.count) order by f.name, f.gpu)
  from node_finding f where f.node_id = node.id and f.cleared_at is null and f.agent_ts is not null), '{}')`;

/**
 * SQL for findings of node `n` that operators cleared recently, each up to the last time that its agent had reported.
 */
export const CLEARED_FINDINGS = `coalesce((select jsonb_agg(jsonb_build_object('name', c.name, 'gpu', c.gpu, 'last_ts', c.ts)) from (
  select f.name, f.gpu, max(f.agent_ts) as ts from node_finding f
  where f.node_id = n.id and f.cleared_by is not null and f.agent_ts is not null
  group by 1, 2 order by max(f.cleared_at) desc limit 100) c), '[]')`;
