import { transaction, type Tx } from "~/platform/db.server";
import type { GpuType } from "~/compute/gpu-type";

const clusters = [
  { name: "fra1", networks: ["ethernet", "infiniband"] },
  { name: "ams2", networks: ["ethernet"] },
];
const common = { cpu: "Xeon, 32 vCPU", ram: "16 GB per GPU", disk: "200 GB SSD per GPU" };
const gpuTypes: GpuType[] = [
  {
    gpuType: "a5000",
    pphCents: 95,
    name: "NVIDIA RTX A5000",
    memory: "24 GB",
    cores: "8192",
    singlePrecision: "27.8 TFLOPS",
    network: "200 Gbit/s InfiniBand",
    ...common,
  },
  {
    gpuType: "a100",
    pphCents: 249,
    name: "NVIDIA A100",
    memory: "80 GB",
    cores: "6912",
    singlePrecision: "19.5 TFLOPS",
    network: "Standard Ethernet",
    ...common,
  },
  {
    gpuType: "h100",
    pphCents: 399,
    name: "NVIDIA H100",
    memory: "80 GB",
    cores: "16896",
    singlePrecision: "66.9 TFLOPS",
    network: "200 Gbit/s InfiniBand",
    ...common,
  },
];
const images = [
  {
    image: "ubuntu22-cuda12",
    os: "Ubuntu 22.04, CUDA 12",
    reference: "docker.io/nvidia/cuda:12.6.3-base-ubuntu22.04",
    experimental: false,
    deprecated: false,
  },
  {
    image: "ubuntu24-cuda12",
    os: "Ubuntu 24.04, CUDA 12",
    reference: "docker.io/nvidia/cuda:12.6.3-base-ubuntu24.04",
    experimental: false,
    deprecated: false,
  },
  {
    image: "pytorch2-cuda12",
    os: "PyTorch 2, CUDA 12",
    reference: "docker.io/pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime",
    experimental: true,
    deprecated: false,
  },
  {
    image: "ubuntu20-cuda11",
    os: "Ubuntu 20.04, CUDA 11",
    reference: "docker.io/nvidia/cuda:11.8.0-base-ubuntu20.04",
    experimental: false,
    deprecated: true,
  },
];

/** Seeds the clusters, prices and images (B15). Existing rows, changed or not, stay. */
export async function seedCatalogue(): Promise<void> {
  await transaction(async (tx) => {
    await seedClusters(tx);
    await seedGpuTypes(tx);
    await seedImages(tx);
  });
}

async function seedGpuTypes(tx: Tx): Promise<void> {
  await tx.query(
    `insert into price (gpu_type, pph_cents, name, memory, cores, single_precision, cpu, ram, disk, network)
     select "gpuType", "pphCents", name, memory, cores, "singlePrecision", cpu, ram, disk, network
       from jsonb_to_recordset($1) as given("gpuType" text, "pphCents" int, name text, memory text, cores text,
         "singlePrecision" text, cpu text, ram text, disk text, network text)
     on conflict do nothing`,
    [JSON.stringify(gpuTypes)],
  );
}

async function seedClusters(tx: Tx): Promise<void> {
  for (const [position, { name, networks }] of clusters.entries()) {
    await tx.query(`insert into cluster (name, position, networks) values ($1, $2, $3) on conflict do nothing`, [
      name,
      position,
      networks,
    ]);
  }
}

/** Seeds the images. The first is the default one, unless another was chosen. */
async function seedImages(tx: Tx): Promise<void> {
  await tx.query(
    `insert into image (tenant_image, os_name, reference, os_experimental, os_deprecated, position, is_default)
     select given.*, given.position = 0 and not exists (select from image where is_default)
       from unnest($1::text[], $2::text[], $3::text[], $4::bool[], $5::bool[], $6::int[])
         as given(image, os, reference, experimental, deprecated, position)
     on conflict (tenant_image) do nothing`,
    [
      images.map((one) => one.image),
      images.map((one) => one.os),
      images.map((one) => one.reference),
      images.map((one) => one.experimental),
      images.map((one) => one.deprecated),
      images.map((_, position) => position),
    ],
  );
}
