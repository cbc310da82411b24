import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { endSession } from "~/accounts/session.server";
import { ask, aWaysWorld, bearer, logIn, type WaysWorld } from "./access-world";

const A_MINUTE = 6;

let world: WaysWorld;

beforeAll(async () => {
  world = await aWaysWorld("16740-16759", { RATE_KEY_PER_MIN: String(A_MINUTE) });
});
afterAll(async () => await world?.end());

async function aTicket() {
  const { sessionId } = await logIn(world.tenant);
  const { makeTicket } = await import("~/compute/port-pass.server");
  const [door] = await db.query<{ generation: number }>(`select generation from task_door`);
  const pass = { label: world.label, port: world.port, node: 1, generation: door?.generation ?? 0, sessionId };
  return { sessionId, path: `/.millrace/enter?ticket=${makeTicket(pass, new Date())}` };
}

const visit = async (headers: Record<string, string> = {}, path = "/") => (await ask(world, path, { headers })).status;

test("strangers of its network do not lock out a user with the right to a port", async () => {
  const before = await aTicket();
  const [cookie = ""] = (await ask(world, before.path)).headers["set-cookie"]?.[0]?.split(";") ?? [];
  expect(await visit(bearer(world))).toBe(200);
  for (let at = 0; at < A_MINUTE; at += 1) expect(await visit()).toBe(401);
  expect(await visit()).toBe(429);
  expect(await visit({ authorization: "Bearer mrt_guessed" })).toBe(429);
  expect(await visit({ cookie: `${cookie}x` })).toBe(429);

  expect(await visit(bearer(world))).toBe(200);
  expect(await visit({ cookie })).toBe(200);
  const { path } = await aTicket();
  expect(await visit({}, path)).toBe(303);

  // A person whose login has ended is a stranger too, and is counted separately.
  await endSession(before);
  for (let at = 0; at < A_MINUTE; at += 1) expect(await visit({ cookie })).toBe(401);
  expect(await visit({ cookie })).toBe(429);
  expect(await visit(bearer(world))).toBe(200);
});
