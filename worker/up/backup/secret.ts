import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { presentSecret } from "../installation-secret";
import { fingerprintOf, keep } from "../kept-secret";
import { dataDirOf, type Environment } from "../settings";
import { type Manifest, SECRET } from "./manifest";

/**
 * Finds the secret for encrypted data of the backup, such as API keys and second factors. It must be set here, or be in
 * the backup, which adds it to a data folder without one.
 */
export async function settleSecret(
  env: Environment,
  { folder, manifest, without }: { folder: string; manifest: Manifest; without: boolean },
): Promise<void> {
  if (without || manifest.secret_fingerprint === "") return;
  const fits = (secret: string | null) => secret !== null && fingerprintOf(secret) === manifest.secret_fingerprint;
  const present = await presentSecret(env);
  if (fits(present)) return;
  const kept = await readSecret(join(folder, SECRET));
  if (present === null && kept !== null && fits(kept)) return await keep(join(dataDirOf(env), "secret"), `${kept}\n`);
  throw new Error(
    `The backup needs the secret with the fingerprint ${manifest.secret_fingerprint}; ` +
      (present === null ? "none is set here" : `the one here is ${fingerprintOf(present)}`) +
      ". Set MILLRACE_SECRET to it. With --without-secret the backup is restored all the same: " +
      "API keys can then not be shown again and second factors must be reset.",
  );
}

async function readSecret(file: string): Promise<string | null> {
  return existsSync(file) ? (await readFile(file, "utf8")).trim() : null;
}
