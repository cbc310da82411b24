import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { done } from "../api/answer";
import type { Api } from "../api/client";
import { publicKeyOf } from "./address";

export interface LocalKey {
  /** Public key file. */
  file: string;
  line: string;
  /** Private key file next to it; null when only an ssh agent may have the key. */
  privateFile: string | null;
}

const DEFAULT_NAMES = ["id_ed25519.pub", "id_ecdsa.pub", "id_rsa.pub"];

/** Reads the public keys in `~/.ssh`, those with default names first. */
export function localKeys(home: string): LocalKey[] {
  const folder = join(home, ".ssh");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".pub")) : [];
  const rank = (name: string) => (DEFAULT_NAMES.indexOf(name) + DEFAULT_NAMES.length + 1) % (DEFAULT_NAMES.length + 1);
  return names
    .sort((one, other) => rank(one) - rank(other) || one.localeCompare(other))
    .map((name) => readKey(join(folder, name)))
    .filter((key) => key !== null);
}

function readKey(file: string): LocalKey | null {
  try {
    const line = readFileSync(file, "utf8").trim();
    const privateFile = file.slice(0, -".pub".length);
    return publicKeyOf(line) ? { file, line, privateFile: existsSync(privateFile) ? privateFile : null } : null;
  } catch {
    return null;
  }
}

/** The local private keys whose public halves are stored in the account, so tasks accept them. */
export async function identities(api: Api, home: string): Promise<string[]> {
  const local = localKeys(home).filter(({ privateFile }) => privateFile !== null);
  if (local.length === 0) return [];
  // An API key without the scope to read them must not fail: ssh may find a key itself.
  const stored = await done(api.GET("/users/keys")).then(
    ({ keys }) => new Set(keys.map(({ key }) => publicKeyOf(key))),
    () => new Set<string | null>(),
  );
  return local.filter(({ line }) => stored.has(publicKeyOf(line))).map(({ privateFile }) => privateFile ?? "");
}
