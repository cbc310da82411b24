import { prisma } from "~/platform/db.server";
import type { Announced } from "~/platform/announce.server";
import { readBalanceEvents } from "~/money/read-balance-events.server";
import { readStats } from "~/money/read-stats.server";
import { type FreeRow, readFree } from "~/compute/read-free.server";
import { readScheduled } from "~/compute/read-scheduled.server";
import { listNodes } from "~/fleet/list-nodes.server";
import { readTenants } from "~/fleet/read-tenants.server";
import { readRetiredVersions } from "~/fleet/retired-nodes.server";
import { rightOfPage } from "~/platform/right-of-page";
import { readPrices } from "~/compute/read-prices.server";
import type { Retcode } from "~/platform/refusal";
import { readJobEvents } from "~/compute/list-jobs.server";
import { readNewestCharts } from "~/usage/read-newest-charts.server";
import { type Addressed, beginReading, toEveryone, toMembers, toStaff, toTenant } from "./addressed";

interface EntityRow {
  /** Sent at most this often (5.2, A7); 0: at once. */
  throttleMs: number;
  /** Reads the present state of these keys, for each audience. */
  read: (keys: readonly string[]) => Promise<Addressed[]>;
}

/** Every live entity that changes announce; `LiveData` defines the data of its events. */
export const ENTITIES: Record<Announced, EntityRow> = {
  task: { throttleMs: 0, read: taskEvents },
  balance: { throttleMs: 0, read: balanceEvents },
  notification: { throttleMs: 0, read: notificationEvents },
  node: { throttleMs: 0, read: nodeEvents },
  tenants: { throttleMs: 250, read: tenantsEvents },
  capacity: { throttleMs: 1_000, read: capacityEvents },
  scheduled: { throttleMs: 1_000, read: scheduledEvents },
  prices: { throttleMs: 1_000, read: pricesEvents },
  checks: { throttleMs: 1_000, read: checksEvents },
  usage: { throttleMs: 500, read: usageEvents },
  stats: { throttleMs: 5_000, read: statsEvents },
};

async function taskEvents(resvGuids: readonly string[]): Promise<Addressed[]> {
  const reading = beginReading();
  return (await readJobEvents({ resvGuids, now: reading.now })).flatMap(({ tenantName, job }) => {
    const { ssh_addr: _address, ssh_host_key: _key, ssh_host_fingerprint: _print, ...rest } = job;
    const { started_by: _starter, stopped_by: _stopper, ...shown } = rest;
    const [key, version] = [job.resv_guid, job.version];
    return [
      toTenant(tenantName, "task", { key, version, data: job }, reading),
      toStaff("task", { key, version, data: { ...shown, tenant_name: tenantName } }, reading),
    ];
  });
}

async function balanceEvents(tenantNames: readonly string[]): Promise<Addressed[]> {
  const reading = beginReading();
  return (await readBalanceEvents({ tenantNames, now: reading.now })).map(({ tenantName, balance }) =>
    toTenant(tenantName, "balance", { key: tenantName, data: balance }, reading),
  );
}

async function notificationEvents(ids: readonly string[]): Promise<Addressed[]> {
  const reading = beginReading();
  const rows = await prisma.notification.findMany({
    where: { id: { in: ids.map(BigInt) } },
    include: { tenant: { select: { tenantName: true } } },
  });
  return rows.map((row) => {
    const data = { retcode: row.retcode as Retcode, human_readable_message: row.humanReadableMessage, url: row.url };
    const state = { key: String(row.id), version: 1, data };
    return toMembers(row.tenant.tenantName, rightOfPage(row.url), "notification", state, reading);
  });
}

async function nodeEvents(nodeNames: readonly string[]): Promise<Addressed[]> {
  const reading = beginReading();
  const [nodes, retired] = await Promise.all([listNodes({ names: nodeNames }), readRetiredVersions(nodeNames)]);
  const byName = new Map(nodes.map((node) => [node.node_name, node]));
  return nodeNames.map((key) => {
    const node = byName.get(key) ?? null;
    // A node that left the list was retired: `data` null tells clients (5.1).
    return toStaff("node", { key, version: node?.version ?? retired.get(key) ?? 0, data: node }, reading);
  });
}

async function tenantsEvents(nodeKeys: readonly string[]): Promise<Addressed[]> {
  const reading = beginReading();
  const tenants = await readTenants({ keys: nodeKeys });
  return nodeKeys.map((key) => toStaff("tenants", { key, data: tenants[key] ?? { gpus: [], tasks: [] } }, reading));
}

/** Builds capacity events: a hidden row, or one without nodes, is gone for everybody, or for customers only (A20). */
async function capacityEvents(keys: readonly string[]): Promise<Addressed[]> {
  const reading = beginReading();
  const shown = byRow(await readFree({ now: reading.now }));
  const hidden = keys.every((key) => shown.has(key)) ? shown : byRow(await readFree({ now: reading.now, staff: true }));
  return keys.flatMap((key) => [
    toEveryone("capacity", { key, data: shown.get(key) ?? null }, reading),
    toStaff("capacity", { key, data: shown.get(key) ?? hidden.get(key) ?? null }, reading),
  ]);
}

function byRow(rows: FreeRow[]): Map<string, FreeRow> {
  return new Map(rows.map((row) => [`${row.cluster_name}:${row.gpu_type}`, row]));
}

async function scheduledEvents(clusterNames: readonly string[]): Promise<Addressed[]> {
  const reading = beginReading();
  const scheduled = await readScheduled({ now: reading.now });
  return clusterNames.map((key) => toStaff("scheduled", { key, data: scheduled[key] ?? [] }, reading));
}

async function pricesEvents(): Promise<Addressed[]> {
  const reading = beginReading();
  return [toEveryone("prices", { key: "prices", data: { prices: await readPrices() } }, reading)];
}

/** Builds an event without content: the screen reads its sums itself. */
async function checksEvents(): Promise<Addressed[]> {
  return [toStaff("checks", { key: "checks", data: {} }, beginReading())];
}

/** Read once for all open screens of charts, which merge the minutes into their points. */
async function usageEvents(): Promise<Addressed[]> {
  const reading = beginReading();
  return [toStaff("usage", { key: "usage", data: await readNewestCharts({ now: reading.now }) }, reading)];
}

async function statsEvents(): Promise<Addressed[]> {
  const reading = beginReading();
  return [toStaff("stats", { key: "stats", data: await readStats({ now: reading.now }) }, reading)];
}
