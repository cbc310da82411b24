import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT, Failure } from "../failure";
import { writeWhole } from "./write-whole";

export interface Profile {
  url: string;
  api_key: string;
  email?: string;
  /** Expiry of the key in epoch seconds. Only keys created by `login` have one; `logout` revokes those. */
  expires_ts?: number;
}

interface Config {
  profiles: Record<string, Profile>;
}

const fileIn = (folder: string) => join(folder, "config.json");

/** Reads the stored logins by profile name. */
export function readProfiles(folder: string): Record<string, Profile> {
  const file = fileIn(folder);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw unreadable(file, (error as Error).message);
  }
  try {
    const { profiles } = JSON.parse(text) as Partial<Config>;
    // Without a prototype, so that `constructor` is not a profile.
    if (typeof profiles === "object" && profiles !== null)
      return Object.assign(Object.create(null) as Record<string, Profile>, profiles);
  } catch {
    // Reported below.
  }
  throw unreadable(file, "its content is not valid");
}

/** Stores the logins in a file that only its owner may read, because it holds keys. */
export function writeProfiles(folder: string, profiles: Record<string, Profile>): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  writeWhole(fileIn(folder), `${JSON.stringify({ profiles } satisfies Config, null, 2)}\n`, 0o600);
}

function unreadable(file: string, why: string): Failure {
  const hint = "Repair the file, or delete it and run `millrace login`.";
  return new Failure(`${file} cannot be read: ${why}.`, { code: EXIT.login, hint });
}
