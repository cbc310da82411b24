import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticateAgent } from "~/fleet/authenticate-agent.server";
import { listNodes } from "~/fleet/list-nodes.server";
import { retireNode } from "~/fleet/inside/nodes/retire-node.server";
import { seedNodes } from "../../../../prisma/seed-nodes";
import { aTenant, theCatalogue } from "../../../support/world";

const now = new Date("2026-03-01T12:00:00Z");
const dir = mkdtempSync(join(tmpdir(), "millrace-demo-"));
const file = join(dir, "demo-nodes.json");

beforeAll(theCatalogue);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test("a retired demo node stays retired, even when the file of keys is truncated, and the agent no longer plays it", async () => {
  const first = await seed();
  const retired = "fra1-a5000-05";
  expect(first).toContain(retired);
  const { userId } = await aTenant({ dollars: 0, role: "admin" });
  await retireNode({ nodeName: retired, userId, requestId: "", now });
  const left = first.filter((name) => name !== retired);
  expect(await seed()).toEqual(left);
  writeFileSync(file, "[{");
  expect(await seed()).toEqual(left);
  expect((await listNodes()).map((node) => node.node_name)).not.toContain(retired);
  const [one] = keys();
  expect(await authenticateAgent({ nodeName: one?.node_name, agentKey: one?.agent_key ?? "", now })).not.toBeNull();

  for (const nodeName of left) await retireNode({ nodeName, userId, requestId: "", now });
  expect(await seed()).toEqual([]);
});

/** Seeds the nodes as each start does; returns the names that are passed to the agent. */
async function seed(): Promise<string[]> {
  await seedNodes({ file, now });
  return keys().map((node) => node.node_name);
}

const keys = () => JSON.parse(readFileSync(file, "utf8")) as { node_name: string; agent_key: string }[];
