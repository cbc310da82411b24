import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT, Failure } from "../failure";
import { writeWhole } from "./write-whole";

export interface Profile {
  url: string;
  api_key: string;
  email?: string;
  /** When the key ends, epoch seconds. A key with it was made by `login` in a browser and is ended by `logout`. */
  expires_ts?: number;
}

interface Config {
  profiles: Record<string, Profile>;
}

const fileIn = (folder: string) => join(folder, "config.json");

/** The stored logins, by the name of their profile. */
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
    // Only what was stored has a name here: `constructor` is no profile.
    if (typeof profiles === "object" && profiles !== null)
      return Object.assign(Object.create(null) as Record<string, Profile>, profiles);
  } catch {
    // Said below.
  }
  throw unreadable(file, "it is not what `millrace login` writes");
}

/** Stores them; the file holds keys, so nobody else may read it. */
export function writeProfiles(folder: string, profiles: Record<string, Profile>): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  writeWhole(fileIn(folder), `${JSON.stringify({ profiles } satisfies Config, null, 2)}\n`, 0o600);
}

function unreadable(file: string, why: string): Failure {
  const hint = "Repair it, or remove it and run `millrace login`.";
  return new Failure(`${file} cannot be read: ${why}.`, { code: EXIT.login, hint });
}
