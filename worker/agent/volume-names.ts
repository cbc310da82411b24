import { readdirSync } from "node:fs";
import { join } from "node:path";

const HALF = ".copying-";

/** The name under which a copy of a volume grows. */
export function halfOf(volumeId: string, attempt: string): string {
  return `${HALF}${volumeId}-${attempt}`;
}

/** What copies of a volume have left that were never whole. */
export function halvesOf(dir: string, volumeId: string): string[] {
  const names = readdirSync(dir).filter((name) => name.startsWith(`${HALF}${volumeId}-`));
  return names.map((name) => join(dir, name));
}
