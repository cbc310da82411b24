import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { aNode, theCatalogue } from "../support/world";
import { FreshSysinfo } from "../../worker/live/fresh-sysinfo";

const NOW = new Date("2026-11-21T12:00:00Z");
const after = (ms: number) => new Date(NOW.getTime() + ms);

async function store(nodeId: number, receivedAt: Date): Promise<void> {
  await db.query(
    `update node set sysinfo = $2, reported_at = $3, sysinfo_version = sysinfo_version + 1 where id = $1`,
    [nodeId, { cpu_cores: 8 }, receivedAt],
  );
}

test("a report stored after a reading, but received before it, is in the next one", async () => {
  await theCatalogue();
  const { nodeId } = await aNode();
  const fresh = new FreshSysinfo();
  await store(nodeId, after(-5_000));
  const [first] = await fresh.next({ now: NOW });
  await store(nodeId, after(-200));
  const [second] = await fresh.next({ now: after(5_000) });
  expect(second?.version).toBe((first?.version ?? 0) + 1);
  expect(await fresh.next({ now: after(10_000) })).toEqual([]);
});
