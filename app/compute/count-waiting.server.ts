import { db } from "~/platform/db.server";
import { TASK_WAITS } from "./capacity-sql.server";

/** Counts waiting tasks, and the seconds that the first has waited; 0 if none waits. */
export async function countWaiting({ now }: { now: Date }): Promise<{ tasks: number; longestSeconds: number }> {
  const [counts] = await db.query<{ tasks: number; longestSeconds: number }>(
    `select count(*)::int as tasks,
       coalesce(extract(epoch from $1::timestamptz - min(t.accepted_at)), 0)::int as "longestSeconds"
     from task t where t.state in ('queued', 'placing') and ${TASK_WAITS}`,
    [now],
  );
  if (!counts) throw new Error("the count of waiting tasks gave no answer");
  return counts;
}
