import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A device rule in OCI form; without numbers it covers all devices. */
export interface DeviceRule {
  allow: boolean;
  type?: "b" | "c";
  major?: number;
  minor?: number;
  access: "rwm";
}

/**
 * Which devices a container may open: those that the engine has put into its `/dev`, and no others. A device file that came with an
 * image's layer or lies on a volume opens nothing by that.
 * @param dev the container's folder, as this machine sees it.
 */
export function deviceRules(dev: string): DeviceRule[] {
  const own = statSync(dev).dev;
  // Mounts below it, for example an image's volume, are not the engine's.
  const filesOf = (dir: string): string[] =>
    readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
      const path = join(dir, entry.name);
      if (entry.isDirectory()) return statSync(path).dev === own ? filesOf(path) : [];
      return entry.isCharacterDevice() || entry.isBlockDevice() ? [path] : [];
    });
  const allowed = filesOf(dev).map((path) => {
    const stat = statSync(path);
    const type = stat.isBlockDevice() ? ("b" as const) : ("c" as const);
    return { allow: true, type, ...numbersOf(stat.rdev), access: "rwm" as const };
  });
  return [{ allow: false, access: "rwm" }, ...allowed];
}

/** As the C library packs them. */
export function numbersOf(rdev: number): { major: number; minor: number } {
  const packed = BigInt(rdev);
  return {
    major: Number(((packed >> 8n) & 0xfffn) | ((packed >> 32n) & 0xfffff000n)),
    minor: Number((packed & 0xffn) | ((packed >> 12n) & 0xffffff00n)),
  };
}

/** Whether a process in a group of its own may open every device, as far as can be told: groups of the second version do not say. */
export function opensEverything(pid: number): boolean {
  const group = groupOf(pid);
  if (group === undefined || group === groupOf("self")) return false;
  const list = join("/sys/fs/cgroup/devices", group, "devices.list");
  return existsSync(list) && /^a \*:\* rwm/m.test(readFileSync(list, "latin1"));
}

function groupOf(pid: number | "self"): string | undefined {
  const lines = readFileSync(`/proc/${pid}/cgroup`, "latin1").split("\n");
  const line = lines.find((one) => one.split(":")[1]?.split(",").includes("devices"));
  return line?.split(":").slice(2).join(":");
}
