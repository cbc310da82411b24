import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { done } from "../api/answer";
import type { Api } from "../api/client";
import { publicKeyOf } from "./address";

export interface LocalKey {
  /** File of the public key. */
  file: string;
  line: string;
  /** File of the private key, where it lies beside it; an agent may hold it instead. */
  privateFile: string | null;
}

const USUAL = ["id_ed25519.pub", "id_ecdsa.pub", "id_rsa.pub"];

/** The public keys in `~/.ssh`, the usual ones first. */
export function localKeys(home: string): LocalKey[] {
  const folder = join(home, ".ssh");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".pub")) : [];
  const rank = (name: string) => (USUAL.indexOf(name) + USUAL.length + 1) % (USUAL.length + 1);
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

/** Private keys of this machine whose public halves the account has: those that a task lets in, whatever their files are called. */
export async function identities(api: Api, home: string): Promise<string[]> {
  const local = localKeys(home).filter(({ privateFile }) => privateFile !== null);
  if (local.length === 0) return [];
  // A key that may not read them is no reason to fail: ssh has its own ways to find one.
  const stored = await done(api.GET("/users/keys")).then(
    ({ keys }) => new Set(keys.map(({ key }) => publicKeyOf(key))),
    () => new Set<string | null>(),
  );
  return local.filter(({ line }) => stored.has(publicKeyOf(line))).map(({ privateFile }) => privateFile ?? "");
}
