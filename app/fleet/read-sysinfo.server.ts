import { db } from "~/platform/db.server";
import type { Sysinfo, WholeSysinfo } from "./agent-messages";

/** A value of `/dashboard/sysinfo` (3.2): the node's last report, with the server's time of receipt. */
export type SysinfoRow = Sysinfo & { reported_ts: number };

interface Stored {
  key: string;
  version: number;
  sysinfo: Sysinfo;
  reported_ts: number;
}

const COLUMNS = `node_key as key, sysinfo_version as version, sysinfo,
  floor(extract(epoch from reported_at))::int as reported_ts`;
const REPORTED = `retired_at is null and pilot_of is null and sysinfo is not null and reported_at is not null`;

/** Reads system info by node key, of all nodes or of those keys; a node that never reported is absent. */
export async function readSysinfo({ keys = null }: { keys?: readonly string[] | null } = {}): Promise<
  Record<string, SysinfoRow>
> {
  const rows = await db.query<Stored>(
    `select ${COLUMNS} from node where ${REPORTED} and ($1::text[] is null or node_key = any($1)) order by node_key`,
    [keys],
  );
  return Object.fromEntries(rows.map((row) => [row.key, toSysinfo(row)]));
}

/** Reads nodes' reports after `since`, for the live event. */
export async function readSysinfoSince({
  since,
}: {
  since: Date;
}): Promise<{ key: string; version: number; sysinfo: SysinfoRow }[]> {
  const rows = await db.query<Stored>(`select ${COLUMNS} from node where ${REPORTED} and reported_at > $1`, [since]);
  return rows.map((row) => ({ key: row.key, version: row.version, sysinfo: toSysinfo(row) }));
}

/** Keeps only the documented fields, in their order, whatever else an agent once stored. */
function toSysinfo({ sysinfo, reported_ts }: Stored): WholeSysinfo & { reported_ts: number } {
  return {
    cpu_cores: sysinfo.cpu_cores,
    mem_mb: sysinfo.mem_mb,
    mem_free: sysinfo.mem_free,
    gpus: sysinfo.gpus,
    disk_total: sysinfo.disk_total,
    disk_free: sysinfo.disk_free,
    disk_name: sysinfo.disk_name,
    error_counter: sysinfo.error_counter,
    ibs_active: sysinfo.ibs_active,
    kernel: sysinfo.kernel,
    updates_available: sysinfo.updates_available,
    ubuntu_needs_reboot: sysinfo.ubuntu_needs_reboot,
    reported_ts,
    reported_ts_dead: sysinfo.reported_ts_dead,
  };
}
