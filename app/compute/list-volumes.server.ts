import { z } from "zod";
import { VOLUME_MONTH_CENTS, volumeUnchargedUnits } from "~/money/charged-volumes.server";
import { db } from "~/platform/db.server";
import { COMPUTED, record, type Row, type Stored, ts } from "~/platform/record";
import { deletionAt } from "./inside/volumes/unpaid-steps";
import { NODE_REACHES_VOLUME, VOLUME_KEEPERS } from "./volume-sql.server";
import { VOLUME_STATES } from "./volume-states";

const UsedBy = z.object({ task_name: z.string(), resv_guid: z.string(), read_only: z.boolean() });

/** A volume as its tenant sees it (17.7), aliases `volume`, its `node`, and the `source` of a copy. */
export const VOLUME = record({
  volume_id: {
    type: z.string(),
    means: ["Id of the volume", "3f5b8a52-9c1d-4f3e-8a77-51c0e2d9b6aa"],
    sql: "volume.volume_id",
  },
  name: { type: z.string(), means: ["Name among the tenant's volumes", "datasets"], sql: "volume.name" },
  cluster_name: { type: z.string(), sql: "volume.cluster_name" },
  gb: { type: z.int(), means: ["Size in GB", 100], sql: "volume.gb" },
  reach: {
    type: z.enum(["shared", "local"]),
    means: ["shared: any node of the cluster reaches it; local: it is on one node, and so are its tasks"],
    sql: "volume.reach",
  },
  state: {
    type: z.enum(VOLUME_STATES),
    means: [
      "copying: it is being copied from another volume, not charged and not usable yet; failed: the copy failed; kept: charged and usable; unpaid: kept for 14 days without use; deleting: its data is being removed; deleted: no longer listed",
    ],
    sql: "volume.state",
  },
  gb_month_cents: { type: z.int(), sql: "volume.gb_month_cents" },
  month_cents: {
    type: z.int(),
    means: ["Whole cents per month (730 hours) for the whole volume", 1000],
    sql: `${VOLUME_MONTH_CENTS}::float8`,
  },
  created_ts: { type: z.int(), sql: ts("volume.created_at") },
  deletes_ts: {
    type: z.int(),
    means: ["When an unpaid volume is deleted at the earliest, epoch seconds UTC; 0 for others", 0],
    sql: COMPUTED,
  },
  dollars_due: {
    type: z.number(),
    means: ["What an unpaid volume has cost meanwhile, charged when it is paid; 0 for others", 0],
    sql: `coalesce(case when volume.state = 'unpaid' then ${volumeUnchargedUnits("$1")} / 3600 end, 0) / 100::float8`,
  },
  node_away: {
    type: z.boolean(),
    means: ["Whether it waits for a node: the node that holds it takes no tasks, or no node reaches it now", false],
    sql: `case volume.reach
      when 'local' then coalesce(node.retired_at is not null or node.drain <> 0 or node.health <> 'healthy'
        or node.volume_reach is distinct from 'local', false) and volume.node_id is not null
      else not exists (select from node n where ${NODE_REACHES_VOLUME} and n.retired_at is null) end`,
  },
  used_by: {
    type: z.array(UsedBy),
    means: ["Unfinished tasks that use it"],
    sql: `coalesce((select jsonb_agg(jsonb_build_object('task_name', used.task_name, 'resv_guid', used.resv_guid,
      'read_only', used.read_only) order by used.task_name) from ${VOLUME_KEEPERS} used), '[]')`,
  },
  copy_of: {
    type: z.string(),
    means: ["Name of the volume it was copied from; empty for others", ""],
    sql: "coalesce(source.name, '')",
  },
  message: {
    type: z.string(),
    means: ["Why a copy failed; empty for others", ""],
    sql: "case when volume.state = 'failed' then volume.reason else '' end",
  },
});
export type VolumeRow = Row<typeof VOLUME>;

/** Lists a tenant's volumes by name; volumes being deleted stay in the list until their data is gone. */
export async function listVolumes({ tenantId, now }: { tenantId: number; now: Date }): Promise<VolumeRow[]> {
  const rows = await db.query<
    Stored<typeof VOLUME> & { unpaidAt: Date; warnedDays: number | null; warnedAt: Date | null }
  >(
    `select ${VOLUME.columns}, volume.state_at as "unpaidAt", volume.warned_days as "warnedDays", volume.warned_at as "warnedAt"
     from volume left join node on node.id = volume.node_id left join volume source on source.volume_id = volume.copy_of
     where volume.tenant_id = $2 and volume.state <> 'deleted' order by volume.name`,
    [now, tenantId],
  );
  return rows.map(({ unpaidAt, warnedDays, warnedAt, ...row }) => {
    const isWarned = warnedDays !== null && warnedAt !== null;
    const deletes_ts = isWarned ? Math.floor(deletionAt({ unpaidAt, warnedDays, warnedAt }).getTime() / 1000) : 0;
    return { ...row, deletes_ts };
  });
}
