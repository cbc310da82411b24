import { GPUS_PER_NODE } from "./gpu-sizes";

const MEM_MB_PER_GPU = 16 * 1024;
const DISK_GB_PER_GPU = 200;
const CORES_PER_NODE = 32;
const CORES_MIN = 4;

/** Returns the share of its node that a placement may use in addition to its GPUs (4.1). */
export function taskSize(gpus: number): { cpu_cores: number; mem_mb: number; disk_gb: number } {
  return {
    cpu_cores: Math.max(CORES_MIN, (CORES_PER_NODE * gpus) / GPUS_PER_NODE),
    mem_mb: MEM_MB_PER_GPU * gpus,
    disk_gb: DISK_GB_PER_GPU * gpus,
  };
}
