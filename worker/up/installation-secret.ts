import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { connectAlone } from "./backup/session";
import { fingerprintOf, keptSecret } from "./kept-secret";
import { dataDirOf, type Environment } from "./settings";

/** Variable with the fingerprint of a lost secret that a start may ignore. */
const FORGET = "MILLRACE_FORGET_SECRET";

/** The secret that this installation uses; null if none is set or kept. */
export async function presentSecret(env: Environment): Promise<string | null> {
  const file = join(dataDirOf(env), "secret");
  if (env["MILLRACE_SECRET"]) return env["MILLRACE_SECRET"];
  return existsSync(file) ? (await readFile(file, "utf8")).trim() : null;
}

/**
 * Returns the secret for the migrated database at `url`: the one with the stored fingerprint. A database without one
 * accepts the present secret, or a new one. Throws a sentence for a missing, damaged or different secret, and changes
 * nothing then, unless MILLRACE_FORGET_SECRET names the fingerprint of the lost one. `signal` ends the wait for another start.
 */
export async function installationSecret(url: string, env: Environment, signal: AbortSignal): Promise<string> {
  const client = await connectAlone(url, "millrace-start", signal);
  try {
    // A first start on another machine at the same moment waits, and finds this one's fingerprint.
    await client.query("begin");
    const { rows } = await client.query<{ known: string | null }>(
      "select secret_fingerprint as known from installation for update",
    );
    const known = rows[0]?.known ?? null;
    const forget = known !== null && env[FORGET] === known;
    if (known !== null && !forget) await requireSecret(known, env);
    const secret = env["MILLRACE_SECRET"] || (await keptSecret(join(dataDirOf(env), "secret"), { remake: forget }));
    await client.query("update installation set secret_fingerprint = $1", [fingerprintOf(secret)]);
    await client.query("commit");
    return secret;
  } finally {
    await client.end();
  }
}

async function requireSecret(known: string, env: Environment): Promise<void> {
  const present = await presentSecret(env);
  if (present !== null && fingerprintOf(present) === known) return;
  const file = join(dataDirOf(env), "secret");
  const put = env["MILLRACE_SECRET"]
    ? "set MILLRACE_SECRET to the right one"
    : `put your copy of it back as ${file}, or set MILLRACE_SECRET`;
  throw new Error(
    `This database was encrypted with the secret with the fingerprint ${known}, and ` +
      (present === null ? "there is none here" : `the one here is another or damaged`) +
      `: ${put}; if it is lost, start once with ${FORGET}=${known}: API keys can then not be shown again and second factors must be reset.`,
  );
}
