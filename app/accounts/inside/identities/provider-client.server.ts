import * as client from "openid-client";
import { env } from "~/platform/env.server";
import type { ProviderId } from "~/accounts/providers";

const TIMEOUT_S = 10;
const GOOGLE_ISSUER = "https://accounts.google.com";

/** Calls GitHub's API: GitHub has no discovery and no id token. */
export const githubApi = () =>
  env.GITHUB_ORIGIN === "https://github.com" ? "https://api.github.com" : `${env.GITHUB_ORIGIN}/api/v3`;

const known = new Map<string, Promise<client.Configuration>>();

/** The client of a provider, discovered once; a failure is retried next time. */
export async function clientOf(provider: ProviderId): Promise<client.Configuration> {
  const key = `${provider} ${provider === "openid" ? env.OPENID_ISSUER : env.GITHUB_ORIGIN}`;
  let found = known.get(key);
  if (!found) known.set(key, (found = make(provider)));
  try {
    return await found;
  } catch (error) {
    known.delete(key);
    throw error;
  }
}

async function make(provider: ProviderId): Promise<client.Configuration> {
  switch (provider) {
    case "google":
      return await discover(GOOGLE_ISSUER, env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
    case "openid":
      return await discover(env.OPENID_ISSUER, env.OPENID_CLIENT_ID, env.OPENID_CLIENT_SECRET);
    case "github":
      return github();
  }
}

async function discover(issuer = "", id = "", secret = ""): Promise<client.Configuration> {
  const url = new URL(issuer);
  // Verifies the signature of an id token even though it comes straight from the provider.
  const execute = [client.enableNonRepudiationChecks];
  if (url.protocol === "http:") execute.push(client.allowInsecureRequests);
  return await client.discovery(url, id, secret, undefined, { execute, timeout: TIMEOUT_S });
}

function github(): client.Configuration {
  const server = {
    issuer: env.GITHUB_ORIGIN,
    authorization_endpoint: `${env.GITHUB_ORIGIN}/login/oauth/authorize`,
    token_endpoint: `${env.GITHUB_ORIGIN}/login/oauth/access_token`,
  };
  const made = new client.Configuration(server, env.GITHUB_CLIENT_ID ?? "", env.GITHUB_CLIENT_SECRET);
  made.timeout = TIMEOUT_S;
  if (env.GITHUB_ORIGIN.startsWith("http:")) client.allowInsecureRequests(made);
  return made;
}
