import net from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";

// The database is reached through a connection that the test cuts, as if its machine went away.
const lines = new Set<net.Socket>();
const real = new URL(process.env["DATABASE_URL"] ?? "");
const line = net.createServer((client) => {
  const server = net.connect(Number(real.port), real.hostname);
  for (const end of [client, server]) {
    lines.add(end);
    end.on("error", () => {});
    end.on("close", () => lines.delete(end));
  }
  client.pipe(server).pipe(client);
});

async function connect(port = 0): Promise<number> {
  await new Promise<void>((resolve) => void line.listen(port, "127.0.0.1", resolve));
  return (line.address() as net.AddressInfo).port;
}

async function cut(): Promise<void> {
  const closed = new Promise((resolve) => line.close(resolve));
  for (const end of lines) end.destroy();
  await closed;
}

let port = 0;
let apiKey = "";

beforeAll(async () => {
  port = await connect();
  const through = new URL(real);
  through.port = String(port);
  through.hostname = "127.0.0.1";
  process.env["DATABASE_URL"] = through.href;
  const { aTenant } = await import("../../../support/world");
  apiKey = (await aTenant()).apiKey;
});

afterAll(cut);

test("59: without its database the product reports that, and recovers automatically", async () => {
  const { call, read } = await import("../../../contract/support/call");
  const busy = { retcode: "FAILED", human_readable_message: "The service is busy. Please try again." };
  expect((await call("/v1/jobs", { key: apiKey })).status).toBe(200);

  await cut();
  // Nobody reads this session; its failure must not end the process.
  const { expectSession } = await import("~/platform/http/session.server");
  const { newFacts } = await import("~/platform/http/request-facts.server");
  const givenUp = new Request("http://127.0.0.1:3000", { headers: { Cookie: "millrace_session=any" } });
  expectSession(newFacts(givenUp, ""), givenUp);
  for (const path of ["/v1/jobs", "/v1/money", "/v1/prices"]) {
    const response = await call(path, { key: apiKey });
    expect([path, response.status]).toEqual([path, 503]);
    expect(await read(response)).toEqual(busy);
  }
  const ready = await call("/readyz");
  expect(ready.status).toBe(503);
  expect(await read(ready)).toEqual({ retcode: "FAILED", human_readable_message: "not ready: database" });
  expect((await call("/healthz")).status).toBe(200);

  // A look for work that failed is repeated in the next turn: a turn without one would count as "works again" each time.
  const { REHEARSALS, Runner } = await import("../../../../worker/rehearsals/runner");
  const runner = new Runner(REHEARSALS);
  for (const second of [1, 2]) await expect(runner.turn(new Date(second * 1000))).rejects.toThrow("ECONNREFUSED");

  await connect(port);
  expect(await read(await call("/v1/jobs", { key: apiKey }))).toEqual({ retcode: "OK", jobs: [] });
});

test("readiness names the first job that stopped ticking, and returns once all tick", async () => {
  const { call, read } = await import("../../../contract/support/call");
  const { db } = await import("~/platform/db.server");
  const { TICK_NAMES } = await import("~/platform/ticks");
  expect((await read(await call("/readyz")))["human_readable_message"]).toBe("not ready: scheduler");
  for (const job of TICK_NAMES) {
    await db.query(`insert into job_tick (job, at, since) values ($1, now() + interval '1 hour', now())`, [job]);
  }
  await db.query(
    `insert into job_lease (job, holder, session, fence, expires_at)
     values ('jobs:pool-a', 'pool-a', 1, 1, now() + interval '1 hour')`,
  );
  expect((await call("/readyz")).status).toBe(200);
  await db.query(`update job_tick set at = now() - interval '181 seconds' where job = 'billing'`);
  expect((await read(await call("/readyz")))["human_readable_message"]).toBe("not ready: billing");
});
