import type { Server } from "socket.io";
import { readBalanceEvents } from "~/domain/billing/read-balance-events.server";
import { readSysinfoSince } from "~/domain/nodes/read-sysinfo.server";
import { listTenantsWithCharges } from "~/domain/billing/list-charged-tenants.server";
import { readRecentLoad } from "~/domain/tasks/read-recent-load.server";
import { faults } from "../faults";
import type { ThreadPool } from "../pool";
import type { Addressed } from "./present-state";
import { STAFF_ROOM, tenantRoom } from "./rooms";
import { readingVersion } from "./versions";

const BALANCE_EVERY_MS = 10_000;
const LOAD_EVERY_MS = 3_000;
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
  readonly #pool: ThreadPool;
  readonly #hooks: Hooks;
  readonly #timers: ReturnType<typeof setInterval>[] = [];
  #sysinfoSince = new Date(0);

  constructor(io: Server, pool: ThreadPool, hooks: Hooks) {
    this.#io = io;
    this.#pool = pool;
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
    for (const { tenantId, tenantName } of await this.#chargedTenants()) {
      const version = readingVersion();
      const [images, loads] = await Promise.all([
        this.#pool.run("load-images", { tenantId }),
        readRecentLoad({ tenantId, now }),
      ]);
      // The numbers are what screens draw; the images are the documented form.
      const data = { images, loads };
      this.#hooks.emit([
        {
          namespace: "/customer",
          room: tenantRoom(tenantName),
          event: { entity: "task_load", key: tenantName, version, ts: seconds(now), data },
        },
      ]);
    }
  }

  async #staff(): Promise<void> {
    if (!this.#io.of("/operator").adapter.rooms.has(STAFF_ROOM)) return;
    this.#hooks.recountStats();
    const now = new Date();
    const since = this.#sysinfoSince;
    this.#sysinfoSince = now;
    this.#hooks.emit(
      (await readSysinfoSince({ since })).map(({ key, version, sysinfo }) => ({
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
