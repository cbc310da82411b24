import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nameOf } from "../account/login-state";
import { readProfiles } from "../account/profiles";
import { writeWhole } from "../account/write-whole";
import type { CliEnv } from "../env";
import { VERSION } from "../version";

const ASK_EVERY_MS = 24 * 3600 * 1000;
const ANSWER_WITHIN_MS = 1_000;

/** The program that an installation offers, from its `/cli/version.json`. */
export interface Offered {
  version: string;
  build: string;
  sha256: string;
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Reads which program an installation offers; null when it offers none. */
export async function readOffered(url: string, ask: (request: Request) => Promise<Response>): Promise<Offered | null> {
  const response = await ask(new Request(`${url}/cli/version.json`, { headers: { Accept: "application/json" } }));
  if (!response.ok) return null;
  const answer = (await response.json().catch(() => ({}))) as Partial<Offered>;
  const { version, build, sha256: sum } = answer;
  const whole = [version, build, sum].every((one) => typeof one === "string" && /^[\w.+-]{1,80}$/.test(one));
  return whole ? (answer as Offered) : null;
}

/**
 * Checks once a day whether the installation offers another version, and returns a line about it. The check runs
 * alongside the command and never delays it; a failed check returns null.
 */
export async function otherVersion(env: CliEnv, named: string | undefined, nowMs: number): Promise<string | null> {
  if (env.noUpdateCheck || VERSION.build === "source") return null;
  try {
    const url = readProfiles(env.folder)[nameOf(env, named)]?.url;
    const file = join(env.folder, "asked-for-version.json");
    if (!url || nowMs - lastAsked(file, url) < ASK_EVERY_MS) return null;
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const offered = await readOffered(url, (request) => fetch(new Request(request, { signal })));
    mkdirSync(env.folder, { recursive: true, mode: 0o700 });
    writeWhole(file, JSON.stringify({ url, ms: nowMs }), 0o600);
    if (!offered || offered.build === VERSION.build) return null;
    const versions = `${offered.version} (${offered.build}); you have ${VERSION.number} (${VERSION.build})`;
    return `${url} offers millrace ${versions}. To update: millrace update`;
  } catch {
    return null;
  }
}

function lastAsked(file: string, url: string): number {
  try {
    const last = JSON.parse(readFileSync(file, "utf8")) as { url?: string; ms?: number };
    return last.url === url ? (last.ms ?? 0) : 0;
  } catch {
    return 0;
  }
}
