import type { CliEnv } from "../env";
import { EXIT, Failure } from "../failure";
import { type Profile, readProfiles } from "./profiles";

export const DEFAULT_PROFILE = "default";

export interface Login {
  profile: string;
  url: string;
  apiKey: string | undefined;
  email: string | undefined;
}

/**
 * Reads the login of a profile; environment variables override its address and key. A stored key is only sent to the
 * address it was stored with.
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

/** Reads the login of a profile and requires its key. */
export function requireLogin(env: CliEnv, named: string | undefined): Login & { apiKey: string } {
  const login = readLogin(env, named);
  if (login.apiKey) return { ...login, apiKey: login.apiKey };
  throw new Failure(`You are not logged in to ${login.url}.`, {
    code: EXIT.login,
    hint: "Run `millrace login` or set MILLRACE_API_KEY.",
  });
}

export function nameOf(env: CliEnv, named: string | undefined): string {
  const name = named ?? env.profile ?? DEFAULT_PROFILE;
  if (/^[A-Za-z0-9][\w.-]{0,62}$/.test(name)) return name;
  throw Failure.usage(
    `${JSON.stringify(name)} is not a valid profile name. Use letters, digits, hyphens, underscores and dots.`,
  );
}

/** The origin of a typed address; https is the default scheme. */
export function addressOf(typed: string): string {
  const text = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (URL.canParse(text)) {
    const { origin, username, hostname } = new URL(text);
    if (!username && hostname) return origin;
  }
  throw Failure.usage(`${JSON.stringify(typed)} is not a valid address.`, "Example: https://gpus.example.com");
}

function notLoggedIn(profile: string, known: string[], named: string | undefined): Failure {
  if (named && known.length > 0) {
    const hint = `Your profiles: ${known.join(", ")}. To add one: millrace login --profile ${profile}`;
    return new Failure(`You have no profile named ${profile}.`, { code: EXIT.login, hint });
  }
  return new Failure("You are not logged in.", {
    code: EXIT.login,
    hint: "Run `millrace login ADDRESS` with the address of your installation.",
  });
}
