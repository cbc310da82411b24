import { readFileSync, readlinkSync, statSync } from "node:fs";
import { basename } from "node:path";

const known = new Map<string, string>();

/** Name of the disk that holds a folder, for example nvme0n1p2; the mount's source if the kernel names no device. */
export function diskNameOf(dir: string): string {
  const before = known.get(dir);
  if (before !== undefined) return before;
  const name = find(dir);
  known.set(dir, name);
  return name;
}

function find(dir: string): string {
  const { dev } = statSync(dir);
  const number = `${(dev >> 8) & 0xfff}:${(dev & 0xff) | ((dev >> 12) & 0xfff00)}`;
  try {
    return basename(readlinkSync(`/sys/dev/block/${number}`));
  } catch {
    return sourceOf(number);
  }
}

function sourceOf(number: string): string {
  const line = readFileSync("/proc/self/mountinfo", "utf8")
    .split("\n")
    .find((one) => one.split(" ")[2] === number);
  return line?.split(" - ")[1]?.split(" ")[1] ?? "";
}
