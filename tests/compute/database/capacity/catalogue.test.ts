import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { listGpuTypes } from "~/compute/list-gpu-types.server";
import { listImages } from "~/compute/inside/pricing/list-images.server";
import { readPrices } from "~/compute/read-prices.server";
import { aNode, type NodeInWorld, theCatalogue } from "../../../support/world";

beforeAll(theCatalogue);

test("the price list contains the present cents per GPU-hour by GPU type (B15)", async () => {
  expect(await readPrices()).toEqual({ a100: 249, a5000: 95, h100: 399 });
  await db.query(`update price set pph_cents = 120 where gpu_type = 'a5000'`);
  expect(await readPrices()).toMatchObject({ a5000: 120 });
});

test("each GPU type describes itself and its resources, with uniform units (A1)", async () => {
  const types = await listGpuTypes();
  expect(types.map(({ gpuType }) => gpuType)).toEqual(["a5000", "a100", "h100"]);
  expect(types[0]).toEqual({
    gpuType: "a5000",
    pphCents: 120,
    name: "NVIDIA RTX A5000",
    memory: "24 GB",
    cores: "8192",
    singlePrecision: "27.8 TFLOPS",
    cpu: "Xeon, 32 vCPU",
    ram: "16 GB per GPU",
    disk: "200 GB SSD per GPU",
    network: "200 Gbit/s InfiniBand",
  });
  expect(types.flatMap((type) => Object.values(type)).filter((fact) => fact === "")).toEqual([]);
});

test("processor and RAM per GPU are those of the type's nodes, and no more than a task gets", async () => {
  const nodes = [await aNode({ gpus: 8 }), await aNode({ gpus: 4 }), await aNode({ gpus: 2, gpuType: "a100" })];
  const report = async (node: NodeInWorld | undefined, cpu_cores: number, mem_mb: number) =>
    await db.query(`update node set sysinfo = $2 where id = $1`, [node?.nodeId, JSON.stringify({ cpu_cores, mem_mb })]);
  await report(nodes[0], 24, 8 * 12 * 1024);
  await report(nodes[1], 64, 4 * 64 * 1024);
  await report(nodes[2], 64, 2 * 64 * 1024);
  expect((await listGpuTypes()).map(({ cpu, ram }) => [cpu, ram])).toEqual([
    ["3 vCPU per GPU", "12 GB per GPU"],
    ["4 vCPU per GPU", "16 GB per GPU"],
    ["Xeon, 32 vCPU", "16 GB per GPU"],
  ]);
});

test("the images come in the catalogue's order, deprecated ones marked, one of them the default", async () => {
  const images = await listImages();
  expect(images.map((image) => image.tenant_image)).toEqual([
    "ubuntu22-cuda12",
    "ubuntu24-cuda12",
    "pytorch2-cuda12",
    "ubuntu20-cuda11",
  ]);
  expect(images[0]).toEqual({
    tenant_image: "ubuntu22-cuda12",
    os_name: "Ubuntu 22.04, CUDA 12",
    os_experimental: 0,
    os_deprecated: 0,
    is_default: 1,
  });
  expect(images.filter((image) => image.os_deprecated)).toHaveLength(1);
  expect(images.filter((image) => image.is_default)).toHaveLength(1);
});
