import { prisma } from "~/db.server";
import type { GpuType } from "./gpu-type";

/** The GPU types of the catalogue, the cheapest first. */
export async function listGpuTypes(): Promise<GpuType[]> {
  return await prisma.price.findMany({
    orderBy: [{ pphCents: "asc" }, { gpuType: "asc" }],
    omit: { updatedAt: true },
  });
}
