import { Writable } from "node:stream";
import type { PoolClient } from "pg";
import { expect, vi } from "vitest";
import { db, pool } from "~/platform/db.server";

class Died extends Error {}

/**
 * The process dies when it is about to send the nth statement of a transaction, including the commit: nothing follows.
 */
export async function dyingAt(nth: number, work: () => Promise<unknown>): Promise<"died" | "done"> {
  const original = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  let sent = 0;
  const spy = vi.spyOn(pool, "connect").mockImplementation(((...given: unknown[]) => {
    // With a callback it is the pool itself that connects, for one statement outside any transaction.
    return given.length > 0 ? original(...given) : connectDying();
  }) as typeof pool.connect);
  const connectDying = async () => {
    const client = (await original()) as PoolClient;
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const dying = (...given: unknown[]) => {
      const isRollback = given[0] === "rollback";
      if (!isRollback) sent += 1;
      if (sent < nth || isRollback) return query(...given);
      // A COPY is a stream: nobody waits for a promise.
      if (given[0] instanceof Writable) throw new Died("the process died");
      return Promise.reject(new Died("the process died"));
    };
    return new Proxy(client, {
      get: (target, name) => {
        if (name === "query") return dying;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  };
  try {
    await work();
    return "done";
  } catch (error) {
    const faults = error instanceof AggregateError ? error.errors : [error];
    if (faults.every(isDeath)) return "died";
    throw error;
  } finally {
    spy.mockRestore();
  }
}

/** Named steps report their faults by name, with the fault itself as the cause. */
function isDeath(fault: unknown): boolean {
  return fault instanceof Died || (fault instanceof Error && fault.cause instanceof Died);
}

/** Checks that a death left nothing half done: tasks, placements, GPUs, money, history and messages. */
async function everything(): Promise<string> {
  const tables = {
    task: "resv_guid",
    placement: "placement_id",
    held_gpu: "node_id, gpu",
    task_event: "id",
    task_charge: "resv_guid, from_ts",
    ledger_entry: "id",
    notification: "id",
    mail: "id",
    outbox: "id",
  };
  const rows = Object.entries(tables).map(
    ([table, order]) => `(select json_agg(r) from
    (select * from ${table} order by ${order}) r)`,
  );
  const [row] = await db.query<{ all: unknown }>(`select json_build_array(${rows.join(",")}) as all`);
  return JSON.stringify(row?.all);
}

/** Kills the work at each of its statements in turn; then it is run to the end, and a second run changes nothing. */
export async function survivesEachDeath(work: () => Promise<unknown>): Promise<number> {
  for (let nth = 1; nth < 200; nth += 1) {
    const before = await everything();
    if ((await dyingAt(nth, work)) === "done") return nth - 1;
    expect(await everything()).toBe(before);
  }
  throw new Error("the work has no end");
}

/**
 * The same for work of several transactions: each of them is complete or absent, and the next process continues from
 * there.
 */
export async function survivesEachDeathBetween(work: () => Promise<unknown>): Promise<number> {
  let parts = 1;
  let before = await everything();
  for (let nth = 1; nth < 200; nth += 1) {
    if ((await dyingAt(nth, work)) === "done") return parts;
    const after = await everything();
    if (after === before) continue;
    parts += 1;
    if (parts > 10) break;
    before = after;
    nth = 0;
  }
  throw new Error("the work has no end");
}
