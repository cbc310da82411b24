import { db } from "~/platform/db.server";
import { OURS } from "./inside/engines/machine-sql.server";
import type { EngineKind } from "./engine";

/** A cluster with an engine, and the sums of the machines that it last listed. */
export interface EngineCluster {
  name: string;
  kind: EngineKind;
  answers: boolean;
  /** An operator lets it be asked for no new places. */
  held: boolean;
  machines: number;
  /** Machines that take no jobs: drained, down or reserved there. */
  machinesOut: number;
  gpus: number;
  gpusOurs: number;
  gpusOthers: number;
  /** Places that wait for a machine. */
  waiting: number;
}

/** Lists the clusters whose machines an engine chooses, in their order. */
export async function listEngineClusters(): Promise<EngineCluster[]> {
  return await db.query<EngineCluster>(
    `with ${OURS}
     select c.name, engine.kind, engine.state = 'ok' as answers, engine.held_at is not null as held, count(m.name)::int as machines,
       (count(m.name) filter (where not m.takes_jobs))::int as "machinesOut", coalesce(sum(m.gpus), 0)::int as gpus,
       coalesce(sum(ours.gpus), 0)::int as "gpusOurs", coalesce(sum(greatest(0, m.gpus_in_use - coalesce(ours.gpus, 0))), 0)::int as "gpusOthers",
       (select count(*) from engine_place place where place.engine_id = engine.id and place.state <> 'ended'
         and place.placed_at is null)::int as waiting
     from cluster c join engine on engine.id = c.engine_id left join engine_node m on m.engine_id = engine.id
       left join ours on ours.engine_id = m.engine_id and ours.host = m.name
     group by c.name, c.position, engine.id order by c.position, c.name`,
  );
}
