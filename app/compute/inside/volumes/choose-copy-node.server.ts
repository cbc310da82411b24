import type { Queryable } from "~/platform/db.server";
import { NODE_REACHES_VOLUME } from "~/compute/volume-sql.server";

/** Seconds of silence after which another node that reaches the volume takes over a copy (17.8). */
export const COPY_AWAY_S = 900;

/** Chooses the reporting node that reaches a volume and has the fewest copies to make; null if there is none. */
export async function chooseCopyNode(q: Queryable, volumeId: string): Promise<number | null> {
  const [node] = await q.query<{ id: number }>(
    `select n.id from node n join volume on ${NODE_REACHES_VOLUME}
     where volume.volume_id = $1 and n.retired_at is null and n.copies_volumes and n.volume_reach = volume.reach
       and n.health in ('healthy', 'error')
     order by (select count(*) from volume copy where copy.copy_node_id = n.id and copy.state = 'copying'), n.id limit 1`,
    [volumeId],
  );
  return node?.id ?? null;
}
