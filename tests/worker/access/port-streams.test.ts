import { afterAll, beforeAll, expect, test } from "vitest";
import { ssh } from "../../e2e/support/ssh";
import { until } from "../../support/until";
import { aWebSocket } from "./sockets";
import { ask, aWaysWorld, bearer, type WaysWorld } from "./access-world";

let world: WaysWorld;

beforeAll(async () => (world = await aWaysWorld("16900-16919")));
afterAll(async () => await world?.end());

test("in a task of an older agent, whose server has no port socket, ports are reached by SSH", async () => {
  const move = (from: string, to: string) =>
    ssh(world.address, world.key, `mv "$MILLRACE_RUN/${from}" "$MILLRACE_RUN/${to}"`);
  expect(await move("ports.sock", "aside.sock")).toMatchObject({ code: 0 });
  const sized = await ask(world, "/sized?mb=3", { headers: bearer(world) });
  expect([sized.status, sized.text.length]).toEqual([200, 3_000_000]);
  expect(await move("aside.sock", "ports.sock")).toMatchObject({ code: 0 });
});

test("the worker's metrics show the open streams and the bytes in each direction", async () => {
  const figure = async (name: string) => {
    const headers = { authorization: "Bearer test-metrics-token" };
    const text = await (await fetch(`${world.worker.origin}/metrics`, { headers })).text();
    const line = text.split("\n").find((one) => one.startsWith(`${name} `));
    return Number(line?.split(" ")[1]);
  };
  const OPEN = 'millrace_ways_open{kind="port"}';
  const OPENED = 'millrace_ways_opened_total{kind="port"}';
  const TO = 'millrace_ways_bytes_total{kind="port",direction="to_task"}';
  const FROM = 'millrace_ways_bytes_total{kind="port",direction="from_task"}';
  await until("what was before to end", async () => (await figure(OPEN)) === 0);
  const [opened, to, from] = [await figure(OPENED), await figure(TO), await figure(FROM)];
  const socket = await aWebSocket(world, bearer(world));
  expect(await figure(OPEN)).toBe(1);
  await ask(world, "/sum", { headers: bearer(world), method: "POST", body: Buffer.alloc(1_000_000) });
  await ask(world, "/sized?mb=3", { headers: bearer(world) });
  socket.end();
  await until("the socket to end", async () => (await figure(OPEN)) === 0);
  expect(await figure(OPENED)).toBe(opened + 3);
  const [sent, came] = [(await figure(TO)) - to, (await figure(FROM)) - from];
  expect(sent).toBeGreaterThan(1_000_000);
  expect(sent).toBeLessThan(1_010_000);
  expect(came).toBeGreaterThan(3_000_000);
  expect(came).toBeLessThan(3_010_000);
});
