import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readProfiles } from "../account/profiles";
import { nameOf } from "../account/login-state";
import { writeWhole } from "../account/write-whole";
import type { CliEnv } from "../env";
import { VERSION } from "../version";
import { readOffered } from "./offered";

const EVERY_MS = 24 * 3600 * 1000;
const WITHIN_MS = 1_000;

/**
 * Once a day, where somebody looks: a line when the installation offers another version than this one. It is asked beside the
 * command and never keeps one waiting; whatever goes wrong there is not told.
 */
export async function otherVersion(env: CliEnv, named: string | undefined, nowMs: number): Promise<string | null> {
  if (env.noUpdateCheck || VERSION.build === "source") return null;
  try {
    const url = readProfiles(env.folder)[nameOf(env, named)]?.url;
    const file = join(env.folder, "asked-for-version.json");
    if (!url || nowMs - lastAsked(file, url) < EVERY_MS) return null;
    const signal = AbortSignal.timeout(WITHIN_MS);
    const offered = await readOffered(url, (request) => fetch(new Request(request, { signal })));
    mkdirSync(env.folder, { recursive: true, mode: 0o700 });
    writeWhole(file, JSON.stringify({ url, ms: nowMs }), 0o600);
    if (!offered || offered.build === VERSION.build) return null;
    return `${url} offers millrace ${offered.version} (${offered.build}), this is ${VERSION.number} (${VERSION.build}): millrace update`;
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
