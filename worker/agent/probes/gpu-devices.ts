import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Device files that a task needs: those of its own GPUs, and those that all GPU programs of a machine share. */
export interface GpuDevices {
  own: string[];
  shared: string[];
}

export const NO_DEVICES: GpuDevices = { own: [], shared: [] };

const SHARED = ["/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia-uvm-tools"];

/** Lists the device files of these GPUs. Without numbers from the driver, they count as in `nvidia-smi`. */
export function devicesOf(gpus: { uuid: string; index: number }[], root = "/proc/driver/nvidia/gpus"): GpuDevices {
  const minors = readMinors(root);
  return { own: gpus.map(({ uuid, index }) => `/dev/nvidia${minors.get(uuid) ?? index}`), shared: SHARED };
}

function readMinors(root: string): Map<string, number> {
  const files = existsSync(root) ? readdirSync(root).map((name) => join(root, name, "information")) : [];
  return new Map(files.flatMap((file) => parseMinor(read(file)) ?? []).map(({ uuid, minor }) => [uuid, minor]));
}

/** Parses the driver's page of one GPU for its UUID and the number of its device file; null without them. */
export function parseMinor(information: string): { uuid: string; minor: number } | null {
  const uuid = /^GPU UUID:\s*(GPU-[0-9a-f-]+)\s*$/m.exec(information)?.[1];
  const minor = /^Device Minor:\s*(\d+)\s*$/m.exec(information)?.[1];
  return uuid !== undefined && minor !== undefined ? { uuid, minor: Number(minor) } : null;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
