import { db, transaction } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { forEach } from "~/platform/for-each";
import { AT_ONCE_S, type FleetSettings, type FleetStep, judgeFleet, type Silence } from "./judge-fleet";

interface Cluster extends Omit<Silence, "beganAt"> {
  cluster: string;
  all: number;
  silent: number;
  fresh: number;
  id: number | null;
  beganAt: Date | null;
}

/** Node `n` is silent now. */
const SILENT = `n.contact <> 'steady' and n.back_at is null`;

/**
 * SQL for clusters with silent nodes, or with an ongoing silence, to which nodes that were silent long before do not
 * belong: they would prolong it. Nodes of a silence that was given up do not count as fresh again. $1 is now.
 */
const CLUSTERS = `select n.cluster_name as cluster, count(*)::int as all, (count(*) filter (where ${SILENT}
      and (s.id is null or n.late_at > s.began_at - interval '${AT_ONCE_S} seconds')))::int as silent,
    (count(*) filter (where ${SILENT}
      and n.late_at > greatest($1::timestamptz - interval '${AT_ONCE_S} seconds', s.given_up_at)))::int as fresh,
    s.id, s.began_at as "beganAt", s.back_at as "backAt", s.given_up_at as "givenUpAt"
  from node n left join fleet_silence s on s.cluster_name = n.cluster_name and s.ended_at is null
  where n.retired_at is null and n.pilot_of is null and n.health <> 'new' group by n.cluster_name, s.id
  having s.id is not null or count(*) filter (where ${SILENT}) > 0`;

/**
 * Detects a silence of a whole cluster. When more than a share of it turns late within a minute, our network is at
 * fault and not its machines. While that lasts, no node of the cluster is declared Dead and nothing counts against the
 * nodes. Operators get one alert (21.4). Call it before silent nodes are declared Dead.
 */
export async function watchFleet({ now, settings }: { now: Date; settings: FleetSettings }): Promise<void> {
  await forEach(await db.query<Cluster>(CLUSTERS, [now]), async (row) => {
    const { id, beganAt, backAt, givenUpAt } = row;
    const open = id === null || beganAt === null ? null : { beganAt, backAt, givenUpAt };
    const step = judgeFleet(open, row, settings, now);
    if (step !== null) await take(step, row, now);
  });
}

const SET = {
  "give-up": `update fleet_silence set given_up_at = $2 where id = $1 and ended_at is null`,
  back: `update fleet_silence set back_at = $2 where id = $1 and ended_at is null`,
  away: `update fleet_silence set back_at = null where id = $1 and ended_at is null and back_at < $2`,
  end: `update fleet_silence set ended_at = $2 where id = $1 and ended_at is null`,
} as const;

async function take(step: NonNullable<FleetStep>, row: Cluster, now: Date): Promise<void> {
  await transaction(async (tx) => {
    if (step === "begin") {
      if (row.id !== null) await tx.query(SET.end, [row.id, now]);
      await tx.query(
        `insert into fleet_silence (cluster_name, began_at, silent, of_nodes) values ($1, $2, $3, $4)
         on conflict (cluster_name) where ended_at is null do nothing`,
        [row.cluster, now, row.silent, row.all],
      );
    } else await tx.query(SET[step], [row.id, now]);
    if (step !== "back" && step !== "away") await announce(tx, [{ entity: "stats", key: "stats" }]);
  });
}
