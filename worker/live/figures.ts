import type { Server } from "socket.io";
import { readBalanceEvents } from "~/domain/billing/read-balance-events.server";
import { listTenantsWithCharges } from "~/domain/billing/list-charged-tenants.server";
import { SAMPLE_S } from "~/domain/tasks/load-span";
import { readRecentLoads } from "~/domain/tasks/read-recent-load.server";
import { faults } from "../faults";
import { FreshSysinfo } from "./fresh-sysinfo";
import type { Addressed } from "./present-state";
import { STAFF_ROOM, tenantRoom } from "./rooms";
import { readingVersion } from "./versions";

const BALANCE_EVERY_MS = 10_000;
const LOAD_EVERY_MS = SAMPLE_S * 1000;
const STAFF_EVERY_MS = 5_000;

interface CustomerSocketData {
  tenantId?: number;
  tenantName?: string;
}

interface Hooks {
  emit: (events: Addressed[]) => void;
  recountStats: () => void;
}

/**
 * Figures that move by themselves and are read only while somebody looks: balances and load graphs of tenants with
 * a connected socket and a charged task, and what nodes report, for connected staff.
 */
export class LiveFigures {
  readonly #io: Server;
  readonly #hooks: Hooks;
  readonly #timers: ReturnType<typeof setInterval>[] = [];
  readonly #sysinfo = new FreshSysinfo();

  constructor(io: Server, hooks: Hooks) {
    this.#io = io;
    this.#hooks = hooks;
  }

  start(): void {
    this.#every(BALANCE_EVERY_MS, "balance", () => this.#balances());
    this.#every(LOAD_EVERY_MS, "task_load", () => this.#loads());
    this.#every(STAFF_EVERY_MS, "sysinfo", () => this.#staff());
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #every(ms: number, what: string, work: () => Promise<void>): void {
    let busy = false;
    const beat = async () => {
      if (busy) return;
      busy = true;
      await faults.watch("live figures not sent", work, { what });
      busy = false;
    };
    this.#timers.push(setInterval(() => void beat(), ms));
  }

  async #balances(): Promise<void> {
    const now = new Date();
    const version = readingVersion();
    const charged = await this.#chargedTenants();
    const rows = await readBalanceEvents({ tenantNames: charged.map((tenant) => tenant.tenantName), now });
    this.#hooks.emit(
      rows.map(({ tenantName, balance }) => ({
        namespace: "/customer" as const,
        room: tenantRoom(tenantName),
        event: { entity: "balance" as const, key: tenantName, version, ts: seconds(now), data: balance },
      })),
    );
  }

  async #loads(): Promise<void> {
    const now = new Date();
    const version = readingVersion();
    const charged = await this.#chargedTenants();
    if (charged.length === 0) return;
    const loads = await readRecentLoads({ tenantIds: charged.map(({ tenantId }) => tenantId), now });
    this.#hooks.emit(
      charged.map(({ tenantId, tenantName }) => ({
        namespace: "/customer" as const,
        room: tenantRoom(tenantName),
        event: {
          entity: "task_load" as const,
          key: tenantName,
          version,
          ts: seconds(now),
          data: { loads: loads.get(tenantId) ?? {} },
        },
      })),
    );
  }

  async #staff(): Promise<void> {
    if (!this.#io.of("/operator").adapter.rooms.has(STAFF_ROOM)) return;
    this.#hooks.recountStats();
    const now = new Date();
    this.#hooks.emit(
      (await this.#sysinfo.next({ now })).map(({ key, version, sysinfo }) => ({
        namespace: "/operator",
        room: STAFF_ROOM,
        event: { entity: "sysinfo", key, version, ts: seconds(now), data: sysinfo },
      })),
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

function seconds(now: Date): number {
  return Math.floor(now.getTime() / 1000);
}
