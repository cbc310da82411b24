import { prisma } from "~/platform/db.server";
import type { GpuType } from "./gpu-type";

/** The GPU types that are offered, the cheapest first. */
export async function listGpuTypes(): Promise<GpuType[]> {
  return await prisma.price.findMany({
    where: { hiddenAt: null },
    orderBy: [{ pphCents: "asc" }, { gpuType: "asc" }],
    omit: { updatedAt: true, hiddenAt: true, version: true },
  });
}
