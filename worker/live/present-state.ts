import { prisma } from "~/db.server";
import { readBalanceEvents } from "~/domain/billing/read-balance-events.server";
import { readStats } from "~/domain/billing/read-stats.server";
import { readFree } from "~/domain/capacity/read-free.server";
import { readScheduled } from "~/domain/capacity/read-scheduled.server";
import { listNodes } from "~/domain/nodes/list-nodes.server";
import { readRetiredVersions } from "~/domain/nodes/retired-nodes.server";
import { readTenants } from "~/domain/nodes/read-tenants.server";
import { readPrices } from "~/domain/pricing/read-prices.server";
import { readJobEvents } from "~/domain/tasks/list-jobs.server";
import type { LiveEntity, LiveEvent } from "~/live/events";
import type { Change } from "./outbox";
import { STAFF_ROOM, tenantRoom, userRoom } from "./rooms";
import { readingVersion } from "./versions";

/** An event and who hears it; a null room is everyone in the namespace. */
export interface Addressed {
  namespace: "/public" | "/customer" | "/operator";
  room: string | null;
  event: LiveEvent;
}

/** The present state of entities that have a row and a version of their own, for each who may hear it. */
export async function readEvents(changes: Change[]): Promise<Addressed[]> {
  const keysOf = (entity: string) => changes.filter((change) => change.entity === entity).map((change) => change.key);
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
    const reading = begin();
    const rows = (await readFree({ now: reading.now })).filter((row) =>
      keys.has(`${row.cluster_name}:${row.gpu_type}`),
    );
    return rows.flatMap((row) => {
      const event = derived("capacity", `${row.cluster_name}:${row.gpu_type}`, row, reading);
      return [
        { namespace: "/public" as const, room: null, event },
        { namespace: "/operator" as const, room: STAFF_ROOM, event },
      ];
    });
  },
  scheduled: async (keys: Set<string>): Promise<Addressed[]> => {
    const reading = begin();
    const scheduled = await readScheduled({ now: reading.now });
    return [...keys].map((key) => toStaff(derived("scheduled", key, scheduled[key] ?? [], reading)));
  },
  tenants: async (keys: Set<string>): Promise<Addressed[]> => {
    const reading = begin();
    const tenants = await readTenants();
    return [...keys].map((key) => toStaff(derived("tenants", key, tenants[key] ?? { gpus: [], tasks: [] }, reading)));
  },
  stats: async (): Promise<Addressed[]> => {
    const reading = begin();
    return [toStaff(derived("stats", "stats", await readStats({ now: reading.now }), reading))];
  },
  /** Says only that there is news: the screen reads its sums itself. */
  checks: async (): Promise<Addressed[]> => [toStaff(derived("checks", "checks", {}, begin()))],
  prices: async (): Promise<Addressed[]> => {
    const reading = begin();
    const event = derived("prices", "prices", { prices: await readPrices() }, reading);
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
  const version = readingVersion();
  return (await readBalanceEvents({ tenantNames, now })).map(({ tenantName, balance }) => ({
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
  const [nodes, retired] = await Promise.all([listNodes(), readRetiredVersions(nodeNames)]);
  const byName = new Map(nodes.map((node) => [node.node_name, node]));
  return nodeNames.map((name) => {
    const node = byName.get(name) ?? null;
    // A node that is gone from the list was retired: `data` null says so (5.1).
    return toStaff(versioned("node", name, node?.version ?? retired.get(name) ?? 0, node, now));
  });
}

function toStaff(event: LiveEvent): Addressed {
  return { namespace: "/operator", room: STAFF_ROOM, event };
}

interface Reading {
  now: Date;
  version: number;
}

/** Of what many rows together say: read from here on, so that it knows all that was changed before. */
function begin(): Reading {
  return { now: new Date(), version: readingVersion() };
}

function derived(entity: LiveEntity, key: string, data: unknown, { version, now }: Reading): LiveEvent {
  return versioned(entity, key, version, data, now);
}

function versioned(entity: LiveEntity, key: string, version: number, data: unknown, now: Date): LiveEvent {
  return { entity, key, version, ts: Math.floor(now.getTime() / 1000), data };
}
