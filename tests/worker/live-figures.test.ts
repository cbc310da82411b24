import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { env } from "~/platform/env.server";
import { createLiveServer } from "../../worker/live/server";

let http: Server;
let close: () => Promise<void>;

beforeAll(async () => {
  const live = createLiveServer({ findUnready: () => null });
  http = live.http;
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  close = async () => await live.io.close();
});
afterAll(async () => await close());

async function ask(token: string): Promise<Response> {
  const { port } = http.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await response.arrayBuffer();
  return response;
}

test("the worker's figures are for holders of their token; many attempts are blocked", async () => {
  expect((await ask("test-metrics-token")).status).toBe(200);
  const statuses: number[] = [];
  for (let at = 0; at < env.RATE_PUBLIC_PER_MIN; at += 1) statuses.push((await ask(`guess-${at}`)).status);
  expect([...new Set(statuses)]).toEqual([404]);
  const refused = await ask("guess");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
});

test("a fault during a request for them is answered, without an unhandled rejection", async () => {
  const asked = vi.spyOn(Registry.prototype, "metrics").mockRejectedValueOnce(new Error("broken"));
  expect((await ask("test-metrics-token")).status).toBe(500);
  asked.mockRestore();
});
