import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { aNode, aTenant, theCatalogue } from "../support/world";

test("seeding the catalogue twice changes nothing more (B15)", async () => {
  await theCatalogue();
  await theCatalogue();
  expect(await db.query("select name, networks from cluster order by position")).toEqual([
    { name: "fra1", networks: ["ethernet", "infiniband"] },
    { name: "ams2", networks: ["ethernet"] },
  ]);
  expect(await db.query("select tenant_image from image where is_default")).toEqual([
    { tenant_image: "ubuntu22-cuda12" },
  ]);
  expect(await db.query("select pph_cents from price where gpu_type = 'a5000'")).toEqual([{ pph_cents: 95 }]);
});

test("a node of the world is healthy and free", async () => {
  const { nodeId } = await aNode();
  expect(await db.query("select health, drain, gpus from node where id = $1", [nodeId])).toEqual([
    { health: "healthy", drain: 0, gpus: 8 },
  ]);
});

test("a tenant of the world has a user, a key and its dollars in the ledger", async () => {
  const { tenantId, apiKey } = await aTenant({ dollars: 12.5 });
  expect(apiKey).toMatch(/^mr_[A-Za-z0-9_-]{43}$/);
  expect(
    await db.query("select balance from ledger_account where tenant_id = $1 and kind = 'customer'", [tenantId]),
  ).toEqual([{ balance: 4_500_000n }]);
});
