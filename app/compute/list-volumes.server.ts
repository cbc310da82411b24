import { db } from "~/platform/db.server";
import { centsToDollars, wholeCents, asUnits } from "~/money/units";
import { backlogUnits } from "./inside/volumes/unpaid-cost.server";
import { deletionAt } from "./inside/volumes/unpaid-steps";
import { monthCents } from "./inside/volumes/volume-price";
import { NODE_REACHES_VOLUME, VOLUME_USERS } from "./volume-sql.server";
import type { VolumeState } from "./volume-states";

/** A volume for its tenant, with its JSON names (17.7). */
export interface VolumeRow {
  volume_id: string;
  name: string;
  cluster_name: string;
  gb: number;
  /** `shared`: any node of the cluster; `local`: one node. */
  reach: "shared" | "local";
  /** State, never `deleted`: deleted volumes are not listed. */
  state: VolumeState;
  /** Cents per GB and month, and cents per month of all of it. */
  gb_month_cents: number;
  month_cents: number;
  created_ts: number;
  /** Earliest deletion of an unpaid volume, and the dollars due before; 0 for others. */
  deletes_ts: number;
  dollars_due: number;
  /** True if it waits for a node: its own takes no tasks, or no node of its cluster reaches it now. */
  node_away: boolean;
  used_by: { task_name: string; resv_guid: string; read_only: boolean }[];
  /** Name of the volume that it is a copy of; empty for others. */
  copy_of: string;
  /** Why a copy failed; empty for others. */
  message: string;
}

interface Stored {
  volumeId: string;
  name: string;
  clusterName: string;
  gb: number;
  reach: VolumeRow["reach"];
  state: VolumeRow["state"];
  gbMonthCents: number;
  createdTs: number;
  stateAt: Date;
  warnedDays: number | null;
  warnedAt: Date | null;
  nodeAway: boolean;
  usedBy: VolumeRow["used_by"];
  copyOf: string;
  message: string;
}

/** Lists a tenant's volumes by name; volumes being deleted stay in the list until their data is gone. */
export async function listVolumes(asked: { tenantId: number; now: Date }): Promise<VolumeRow[]> {
  const rows = await db.query<Stored>(LIST, [asked.tenantId]);
  const due = await backlogUnits(
    db,
    rows.filter(({ state }) => state === "unpaid"),
    asked.now,
  );
  return rows.map((row) => toRow(row, due.get(row.volumeId) ?? 0n));
}

function toRow({ stateAt, warnedDays, warnedAt, ...row }: Stored, dueUnits: bigint): VolumeRow {
  const unpaid = warnedDays !== null && warnedAt !== null ? { unpaidAt: stateAt, warnedDays, warnedAt } : null;
  return {
    volume_id: row.volumeId,
    name: row.name,
    cluster_name: row.clusterName,
    gb: row.gb,
    reach: row.reach,
    state: row.state,
    gb_month_cents: row.gbMonthCents,
    month_cents: monthCents(row),
    created_ts: row.createdTs,
    deletes_ts: unpaid ? Math.floor(deletionAt(unpaid).getTime() / 1000) : 0,
    dollars_due: centsToDollars(wholeCents(asUnits(dueUnits))),
    node_away: row.nodeAway,
    used_by: row.usedBy,
    copy_of: row.copyOf,
    message: row.message,
  };
}

const LIST = `
  select volume.volume_id as "volumeId", volume.name, volume.cluster_name as "clusterName", volume.gb, volume.reach, volume.state,
    volume.gb_month_cents as "gbMonthCents", floor(extract(epoch from volume.created_at))::float8 as "createdTs",
    volume.state_at as "stateAt", volume.warned_days as "warnedDays", volume.warned_at as "warnedAt",
    case volume.reach
      when 'local' then coalesce(node.retired_at is not null or node.drain <> 0 or node.health <> 'healthy'
        or node.volume_reach is distinct from 'local', false) and volume.node_id is not null
      else not exists (select from node n where ${NODE_REACHES_VOLUME} and n.retired_at is null) end as "nodeAway",
    coalesce((select jsonb_agg(jsonb_build_object('task_name', used.task_name, 'resv_guid', used.resv_guid,
      'read_only', used.read_only) order by used.task_name) from ${VOLUME_USERS} used), '[]') as "usedBy",
    coalesce(source.name, '') as "copyOf", case when volume.state = 'failed' then volume.reason else '' end as message
  from volume left join node on node.id = volume.node_id left join volume source on source.volume_id = volume.copy_of
  where volume.tenant_id = $1 and volume.state <> 'deleted' order by volume.name`;
