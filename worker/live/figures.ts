import type { Server } from "socket.io";
import { readBalanceEvents } from "~/money/read-balance-events.server";
import { listTenantsWithCharges } from "~/money/list-charged-tenants.server";
import { readRecentLoads } from "~/compute/read-recent-load.server";
import { FreshSysinfo } from "./fresh-sysinfo";
import { type Addressed, beginReading, toStaff, toTenant } from "./addressed";
import { STAFF_ROOM } from "./rooms";

interface CustomerSocketData {
  tenantId?: number;
  tenantName?: string;
}

interface Hooks {
  emit: (events: Addressed[]) => void;
  recountStats: () => void;
}

/**
 * Figures that change continuously and are read only while somebody looks. These are balances and load graphs of
 * tenants with a connected socket and a charged task, and nodes' reports, for connected staff.
 */
export class LiveFigures {
  readonly #io: Server;
  readonly #hooks: Hooks;
  readonly #sysinfo = new FreshSysinfo();

  constructor(io: Server, hooks: Hooks) {
    this.#io = io;
    this.#hooks = hooks;
  }

  async sendBalances(): Promise<void> {
    const reading = beginReading();
    const charged = await this.#chargedTenants();
    const tenantNames = charged.map((tenant) => tenant.tenantName);
    const rows = await readBalanceEvents({ tenantNames, now: reading.now });
    this.#hooks.emit(
      rows.map(({ tenantName, balance }) =>
        toTenant(tenantName, "balance", { key: tenantName, data: balance }, reading),
      ),
    );
  }

  async sendLoads(): Promise<void> {
    const reading = beginReading();
    const charged = await this.#chargedTenants();
    if (charged.length === 0) return;
    const tenantIds = charged.map(({ tenantId }) => tenantId);
    const loads = await readRecentLoads({ tenantIds, now: reading.now });
    this.#hooks.emit(
      charged.map(({ tenantId, tenantName }) => {
        const data = loads.get(tenantId) ?? { loads: {}, stale: [] };
        return toTenant(tenantName, "task_load", { key: tenantName, data }, reading);
      }),
    );
  }

  async sendStaff(): Promise<void> {
    if (!this.#io.of("/operator").adapter.rooms.has(STAFF_ROOM)) return;
    this.#hooks.recountStats();
    const reading = beginReading();
    this.#hooks.emit(
      (await this.#sysinfo.next(reading)).map(({ key, version, sysinfo }) =>
        toStaff("sysinfo", { key, version, data: sysinfo }, reading),
      ),
    );
  }

  /** Tenants that have a socket on this worker and a task that is being charged. */
  async #chargedTenants(): Promise<{ tenantId: number; tenantName: string }[]> {
    const ids = new Set<number>();
    for (const socket of this.#io.of("/customer").sockets.values()) {
      const { tenantId } = socket.data as CustomerSocketData;
      if (tenantId !== undefined) ids.add(tenantId);
    }
    return ids.size === 0 ? [] : await listTenantsWithCharges({ tenantIds: [...ids] });
  }
}
