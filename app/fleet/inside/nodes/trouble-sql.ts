import { AT_ONCE_S } from "./contact/judge-fleet";

/** SQL: node `n` is past its date to be empty, and tasks still hold GPUs of it. $1 is now. */
export const OCCUPIED = `exists (select from drain_plan p join held_gpu h on h.node_id = p.node_id
  where p.node_id = n.id and p.empty_by <= $1)`;

/** SQL: number of the open critical findings of node `n`. */
export const CRITICAL_FINDINGS = `(select count(*) from node_finding f
  where f.node_id = n.id and f.cleared_at is null and f.severity = 'critical')`;

/** SQL: node `n` fell silent in the ongoing silence of its cluster, and not before it or after it was given up. */
export const IN_SILENCE = `exists (select from fleet_silence s where s.cluster_name = n.cluster_name and s.ended_at is null
  and n.late_at >= s.began_at - interval '${AT_ONCE_S} seconds' and (s.given_up_at is null or n.late_at <= s.given_up_at))`;
