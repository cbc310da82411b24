import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Device files that a task needs: those of its own GPUs, and those that all GPU programs of a machine share. */
export interface GpuDevices {
  own: string[];
  shared: string[];
}

export const NO_DEVICES: GpuDevices = { own: [], shared: [] };

const SHARED = ["/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia-uvm-tools"];

/** The device files of these GPUs. A driver that does not tell the numbers is taken to count as `nvidia-smi` does. */
export function devicesOf(gpus: { uuid: string; index: number }[], root = "/proc/driver/nvidia/gpus"): GpuDevices {
  const minors = readMinors(root);
  return { own: gpus.map(({ uuid, index }) => `/dev/nvidia${minors.get(uuid) ?? index}`), shared: SHARED };
}

function readMinors(root: string): Map<string, number> {
  const files = existsSync(root) ? readdirSync(root).map((name) => join(root, name, "information")) : [];
  return new Map(files.flatMap((file) => parseMinor(read(file)) ?? []).map(({ uuid, minor }) => [uuid, minor]));
}

/** UUID and number of the device file from the driver's own page of one GPU; null when it does not say. */
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
