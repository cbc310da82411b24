import { prisma } from "~/db.server";
import { readBalanceEvents } from "~/domain/billing/read-balance-events.server";
import { readStats } from "~/domain/billing/read-stats.server";
import { readFree } from "~/domain/capacity/read-free.server";
import { readScheduled } from "~/domain/capacity/read-scheduled.server";
import { listNodes } from "~/domain/nodes/list-nodes.server";
import { readTenants } from "~/domain/nodes/read-tenants.server";
import { readPrices } from "~/domain/pricing/read-prices.server";
import { readJobEvents } from "~/domain/tasks/list-jobs.server";
import type { LiveEntity, LiveEvent } from "~/live/events";
import type { Change } from "./outbox";
import { STAFF_ROOM, tenantRoom, userRoom } from "./rooms";

/** An event and who hears it; a null room is everyone in the namespace. */
export interface Addressed {
  namespace: "/public" | "/customer" | "/operator";
  room: string | null;
  event: LiveEvent;
}

/** The present state of entities that have a row and a version of their own, for each who may hear it. */
export async function readEvents(changes: Change[]): Promise<Addressed[]> {
  const keysOf = (entity: string) =>
    changes.filter((change) => change.entity === entity).map((change) => change.key);
  const now = new Date();
  const [tasks, balances, notifications, nodes] = await Promise.all([
    taskEvents(keysOf("task"), now),
    balanceEvents(keysOf("balance"), now),
    notificationEvents(keysOf("notification"), now),
    nodeEvents(keysOf("node"), now),
  ]);
  return [...tasks, ...balances, ...notifications, ...nodes];
}

/** The present state of entities that are derived from many rows. */
export const DERIVED = {
  capacity: async (keys: Set<string>): Promise<Addressed[]> => {
    const now = new Date();
    const rows = (await readFree({ now })).filter((row) => keys.has(`${row.cluster_name}:${row.gpu_type}`));
    return rows.flatMap((row) => {
      const event = derived("capacity", `${row.cluster_name}:${row.gpu_type}`, row, now);
      return [
        { namespace: "/public" as const, room: null, event },
        { namespace: "/operator" as const, room: STAFF_ROOM, event },
      ];
    });
  },
  scheduled: async (keys: Set<string>): Promise<Addressed[]> => {
    const now = new Date();
    const scheduled = await readScheduled({ now });
    return [...keys].map((key) => toStaff(derived("scheduled", key, scheduled[key] ?? [], now)));
  },
  tenants: async (keys: Set<string>): Promise<Addressed[]> => {
    const now = new Date();
    const tenants = await readTenants();
    return [...keys].map((key) =>
      toStaff(derived("tenants", key, tenants[key] ?? { gpus: [], tasks: [] }, now)),
    );
  },
  stats: async (): Promise<Addressed[]> => {
    const now = new Date();
    return [toStaff(derived("stats", "stats", await readStats({ now }), now))];
  },
  prices: async (): Promise<Addressed[]> => {
    const now = new Date();
    const event = derived("prices", "prices", { prices: await readPrices() }, now);
    return [{ namespace: "/public", room: null, event }];
  },
};

async function taskEvents(resvGuids: string[], now: Date): Promise<Addressed[]> {
  if (resvGuids.length === 0) return [];
  return (await readJobEvents({ resvGuids, now })).flatMap(({ tenantName, job }) => {
    const { ssh_addr: _address, ssh_host_key: _key, ssh_host_fingerprint: _fingerprint, ...shown } = job;
    return [
      {
        namespace: "/customer" as const,
        room: tenantRoom(tenantName),
        event: versioned("task", job.resv_guid, job.version, job, now),
      },
      toStaff(versioned("task", job.resv_guid, job.version, { ...shown, tenant_name: tenantName }, now)),
    ];
  });
}

async function balanceEvents(tenantNames: string[], now: Date): Promise<Addressed[]> {
  if (tenantNames.length === 0) return [];
  return (await readBalanceEvents({ tenantNames, now })).map(({ tenantName, version, balance }) => ({
    namespace: "/customer" as const,
    room: tenantRoom(tenantName),
    event: versioned("balance", tenantName, version, balance, now),
  }));
}

async function notificationEvents(ids: string[], now: Date): Promise<Addressed[]> {
  if (ids.length === 0) return [];
  const rows = await prisma.notification.findMany({
    where: { id: { in: ids.map(BigInt) } },
    include: { tenant: { select: { users: { select: { id: true } } } } },
  });
  return rows.flatMap((row) => {
    const data = { retcode: row.retcode, human_readable_message: row.humanReadableMessage, url: row.url };
    const event = versioned("notification", String(row.id), 1, data, now);
    return row.tenant.users.map(({ id }) => ({ namespace: "/customer" as const, room: userRoom(id), event }));
  });
}

async function nodeEvents(nodeNames: string[], now: Date): Promise<Addressed[]> {
  if (nodeNames.length === 0) return [];
  const byName = new Map((await listNodes()).map((node) => [node.node_name, node]));
  return nodeNames.map((name) => {
    const node = byName.get(name) ?? null;
    // A node that is gone from the list was retired: `data` null says so (5.1).
    return toStaff(versioned("node", name, node?.version ?? now.getTime(), node, now));
  });
}

function toStaff(event: LiveEvent): Addressed {
  return { namespace: "/operator", room: STAFF_ROOM, event };
}

function derived(entity: LiveEntity, key: string, data: unknown, now: Date): LiveEvent {
  return versioned(entity, key, now.getTime(), data, now);
}

function versioned(entity: LiveEntity, key: string, version: number, data: unknown, now: Date): LiveEvent {
  return { entity, key, version, ts: Math.floor(now.getTime() / 1000), data };
}
