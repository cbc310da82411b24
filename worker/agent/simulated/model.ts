import { createHash } from "node:crypto";
import { z } from "zod";

/** The model that a simulated GPU shows. */
export const modelSchema = z.object({ name: z.string(), memoryMb: z.number() });
export type GpuModel = z.infer<typeof modelSchema>;

const KNOWN: Record<string, GpuModel> = {
  a5000: { name: "NVIDIA RTX A5000", memoryMb: 24_564 },
  a6000: { name: "NVIDIA RTX A6000", memoryMb: 49_140 },
  a100: { name: "NVIDIA A100-SXM4-80GB", memoryMb: 81_920 },
  h100: { name: "NVIDIA H100 80GB HBM3", memoryMb: 81_559 },
};
const UNKNOWN_MEMORY_MB = 24_564;

/** Returns the model for a key of the price list. Its name shows everywhere that there is no device behind it. */
export function modelOf(gpuType: string): GpuModel {
  const { name, memoryMb } = KNOWN[gpuType] ?? {
    name: gpuType.toUpperCase() || "GPU",
    memoryMb: UNKNOWN_MEMORY_MB,
  };
  return { name: `${name} (simulated)`, memoryMb };
}

/** The machine for a number of GPUs: exactly what the catalogue promises with each GPU. */
export function machineOf(gpus: number): { cpu_cores: number; mem_mb: number; disk_gb: number } {
  return { cpu_cores: Math.max(4, 4 * gpus), mem_mb: 16 * 1024 * gpus, disk_gb: 200 * gpus };
}

/** Returns a stable name for each GPU of a node. */
export function simulatedUuid(nodeName: string, id: number): string {
  const hex = createHash("sha256").update(`${nodeName}:${id}`).digest("hex");
  const cuts = [0, 8, 12, 16, 20, 32];
  return `GPU-${cuts
    .slice(1)
    .map((end, index) => hex.slice(cuts[index], end))
    .join("-")}`;
}

/** Returns a simulated GPU's place on the bus, in the kernel's form: that of id 0 is `0000:01:00`. */
export function simulatedPci(id: number): string {
  return `0000:${(id + 1).toString(16).padStart(2, "0")}:00`;
}
