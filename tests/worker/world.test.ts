import { expect, test } from "vitest";
import { db } from "~/db.server";
import { aNode, theCatalogue } from "../support/world";

test("the catalogue of B15 may be planted twice", async () => {
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
