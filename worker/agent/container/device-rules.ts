import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
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
 * Builds the rules for devices that a container may open: only those that the engine has put into its `/dev`. A device
 * file from an image's layer or a volume opens nothing. @param dev the container's folder, as this machine sees it.
 */
export function deviceRules(dev: string): DeviceRule[] {
  const allowed = deviceFiles(dev).map(({ stat }) => {
    const type = stat.isBlockDevice() ? ("b" as const) : ("c" as const);
    return { allow: true, type, ...numbersOf(stat.rdev), access: "rwm" as const };
  });
  return [{ allow: false, access: "rwm" }, ...allowed];
}

/** Lets every user open device files of mode 000: crun 1.8 gives CDI devices that mode, unless they name a `fileMode`. */
export function openClosedDevices(dev: string): void {
  for (const { path, stat } of deviceFiles(dev)) if ((stat.mode & 0o777) === 0) chmodSync(path, 0o666);
}

function deviceFiles(dev: string) {
  const own = statSync(dev).dev;
  // Mounts below it, for example an image's volume, are not the engine's.
  const filesOf = (dir: string): string[] =>
    readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
      const path = join(dir, entry.name);
      if (!entry.isDirectory()) return [path];
      return statSync(path).dev === own ? filesOf(path) : [];
    });
  // Not the type that the folder lists: engines mount a device over an empty file.
  const files = filesOf(dev).map((path) => ({ path, stat: lstatSync(path) }));
  return files.filter(({ stat }) => stat.isBlockDevice() || stat.isCharacterDevice());
}

/** Splits a device number as the C library packs it. */
export function numbersOf(rdev: number): { major: number; minor: number } {
  const packed = BigInt(rdev);
  return {
    major: Number(((packed >> 8n) & 0xfffn) | ((packed >> 32n) & 0xfffff000n)),
    minor: Number((packed & 0xffn) | ((packed >> 12n) & 0xffffff00n)),
  };
}

/**
 * Checks whether a process in its own group may open every device, as far as can be seen: groups of the second version
 * do not show it.
 */
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
