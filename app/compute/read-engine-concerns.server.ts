import { db } from "~/platform/db.server";
import { ENGINE_IS_AWAY } from "./inside/engines/machine-sql.server";
import { readTokenEnds, type TokenEnding } from "./inside/engines/read-token-ends.server";

/** Matters that operators should look at, of engines that back a cluster. */
export interface EngineConcerns {
  tokens: Pick<TokenEnding, "clusterName" | "notice">[];
  /** By cluster, what is wrong there. */
  clusters: { clusterName: string; isAway: boolean; overcharged: number; runaways: number }[];
}

export async function readEngineConcerns({ now }: { now: Date }): Promise<EngineConcerns> {
  const clusters = await db.query<EngineConcerns["clusters"][number]>(
    `select cluster.name as "clusterName", ${ENGINE_IS_AWAY} as "isAway", found.overcharged, found.runaways
     from engine join cluster on cluster.engine_id = engine.id, lateral (
       select (count(*) filter (where verdict = 'over' and checked_at > $1::timestamptz - interval '7 days'))::int as overcharged,
         (count(*) filter (where verdict = 'runaway'))::int as runaways
       from place_time where engine_id = engine.id) found
     where ${ENGINE_IS_AWAY} or found.overcharged > 0 or found.runaways > 0 order by cluster.name`,
    [now],
  );
  return { tokens: await readTokenEnds({ now }), clusters };
}
