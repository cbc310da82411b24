import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { open, readFile, rename } from "node:fs/promises";

/**
 * Returns a secret of this installation: created once, kept in the data folder, readable by its owner only. A truncated
 * one is replaced only if no stored data depends on it (`remake`).
 */
export async function keptSecret(file: string, { remake = false } = {}): Promise<string> {
  if (existsSync(file)) {
    const kept = (await readFile(file, "utf8")).trim();
    if (/^[\w-]{32,}$/.test(kept)) return kept;
    if (!remake) throw new Error(damaged(file));
  }
  const secret = randomBytes(32).toString("base64url");
  await keep(file, `${secret}\n`);
  return secret;
}

function damaged(file: string): string {
  return `The secret in ${file} is damaged: it must be one line of at least 32 letters, digits, - and _. Put back your copy of it. Without one delete the file; a new secret is made, and API keys and second factors have to be set again.`;
}

/** Identifies a secret without any help for guessing it. */
export function fingerprintOf(secret: string): string {
  return createHash("sha256").update(`millrace backup\0${secret}`).digest("hex").slice(0, 16);
}

/** Writes a file atomically; a loss of power leaves the old content or the new. */
export async function keep(file: string, text: string): Promise<void> {
  const aside = await open(`${file}.new`, "w", 0o600);
  try {
    await aside.writeFile(text);
    await aside.sync();
  } finally {
    await aside.close();
  }
  await rename(`${file}.new`, file);
}
