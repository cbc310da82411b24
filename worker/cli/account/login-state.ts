import type { CliEnv } from "../env";
import { EXIT, Failure } from "../failure";
import { type Profile, readProfiles } from "./profiles";

export const DEFAULT_PROFILE = "default";

export interface Login {
  /** Name of the profile. */
  profile: string;
  url: string;
  apiKey: string | undefined;
  email: string | undefined;
}

/**
 * Who acts where: the named profile, and what the environment says instead of it. A key of the environment is never sent to an
 * address that was not named with it or stored by `login`.
 */
export function readLogin(env: CliEnv, named: string | undefined): Login {
  const profile = nameOf(env, named);
  const profiles = readProfiles(env.folder);
  const stored: Profile | undefined = profiles[profile];
  const url = env.url ? addressOf(env.url) : stored?.url;
  if (!url) throw notLoggedIn(profile, Object.keys(profiles), named ?? env.profile);
  // A stored key belongs to its own address.
  const own = stored?.url === url ? stored : undefined;
  return { profile, url, apiKey: env.apiKey ?? own?.api_key, email: env.apiKey ? undefined : own?.email };
}

/** The same, for what needs a key. */
export function requireLogin(env: CliEnv, named: string | undefined): Login & { apiKey: string } {
  const login = readLogin(env, named);
  if (login.apiKey) return { ...login, apiKey: login.apiKey };
  throw new Failure(`You are not logged in to ${login.url}.`, {
    code: EXIT.login,
    hint: "Run `millrace login`, or set MILLRACE_API_KEY.",
  });
}

export function nameOf(env: CliEnv, named: string | undefined): string {
  const name = named ?? env.profile ?? DEFAULT_PROFILE;
  if (/^[A-Za-z0-9][\w.-]{0,62}$/.test(name)) return name;
  throw Failure.usage(`${JSON.stringify(name)} is no name for a profile: letters, digits, hyphens, dots.`);
}

/** The origin of an address as it was typed; without a scheme it is https. */
export function addressOf(typed: string): string {
  const text = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (URL.canParse(text)) {
    const { origin, username, hostname } = new URL(text);
    if (!username && hostname) return origin;
  }
  throw Failure.usage(`${JSON.stringify(typed)} is no address.`, "Such as https://gpus.example.com");
}

function notLoggedIn(profile: string, known: string[], named: string | undefined): Failure {
  if (named && known.length > 0) {
    const hint = `Known: ${known.join(", ")}. Run \`millrace login --profile ${profile}\` for a new one.`;
    return new Failure(`There is no profile ${profile}.`, { code: EXIT.login, hint });
  }
  return new Failure("You are not logged in.", {
    code: EXIT.login,
    hint: "Run `millrace login https://…` with the address of your installation.",
  });
}
