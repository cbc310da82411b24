import { spawn } from "node:child_process";
import { once } from "node:events";
import type * as files from "node:fs";
import { readdirSync } from "node:fs";
import { connect, createServer } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { miningSign } from "../../../../worker/agent/load/mining";

vi.mock("node:fs", async (original) => {
  const real = await original<typeof files>();
  return { ...real, readdirSync: vi.fn(real.readdirSync) };
});

/** A port below those that the system assigns by itself: another test may hold one of those. */
const PORT = 14_444;
const other = spawn("sleep", ["60"]);
beforeEach(() => void vi.mocked(readdirSync).mockClear());
afterEach(() => void other.kill());

test("of a network that tasks share, a connection counts as its task's; without one no task's files are looked at", async () => {
  expect(miningSign([process.pid])).toBe("");
  expect(readdirSync).not.toHaveBeenCalled();
  const pool = createServer().listen(PORT, "127.0.0.1");
  await once(pool, "listening");
  const client = connect(PORT, "127.0.0.1");
  await once(client, "connect");
  expect(miningSign([other.pid ?? 0])).toBe("");
  expect(miningSign([process.pid])).toBe(`connection to port ${PORT}`);
  client.destroy();
  pool.close();
});
