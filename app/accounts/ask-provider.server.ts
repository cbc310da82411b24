import * as client from "openid-client";
import { z } from "zod";
import { ownUrl } from "~/platform/own-url.server";
import { env } from "~/platform/env.server";
import { clientOf, githubApi } from "./inside/identities/provider-client.server";
import type { Proven, ProviderId } from "./providers";

const SCOPES: Record<ProviderId, string> = {
  google: "openid email profile",
  openid: "openid email profile",
  github: "read:user user:email",
};

/** Excludes control characters, which no name or address contains and PostgreSQL may not store. */
const NO_CONTROLS = /^\P{Cc}*$/u;

/** Secrets that only the browser that began a login keeps until it returns (PKCE, state, nonce). */
export interface Attempt {
  provider: ProviderId;
  state: string;
  nonce: string;
  verifier: string;
}

const callbackOf = (provider: ProviderId) => ownUrl(`/login/callback/${provider}`);

/** Begins a login at the provider. Returns the URL for the browser, and the values that it must bring back. */
export async function beginAtProvider(provider: ProviderId): Promise<{ attempt: Attempt; url: string }> {
  const attempt = {
    provider,
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(await clientOf(provider), {
    redirect_uri: callbackOf(provider),
    scope: SCOPES[provider],
    state: attempt.state,
    code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: "S256",
    ...(provider === "github" ? {} : { nonce: attempt.nonce }),
  });
  return { attempt, url: url.href };
}

/**
 * Proves who came back, from the query of the callback. Fails unless state, nonce, audience, age and signature match
 * the attempt.
 */
export async function proveAtProvider(attempt: Attempt, query: string): Promise<Proven> {
  const config = await clientOf(attempt.provider);
  const tokens = await client.authorizationCodeGrant(config, new URL(callbackOf(attempt.provider) + query), {
    pkceCodeVerifier: attempt.verifier,
    expectedState: attempt.state,
    ...(attempt.provider === "github" ? {} : { expectedNonce: attempt.nonce, idTokenExpected: true }),
  });
  if (attempt.provider === "github") return await proveAtGithub(config, tokens.access_token);
  const token = tokens.claims();
  if (!token) throw new Error("the provider sent no id token");
  const claims = Claims.parse(token);
  const asks = !claims.email && config.serverMetadata().userinfo_endpoint !== undefined;
  const person = asks ? Claims.parse(await client.fetchUserInfo(config, tokens.access_token, token.sub)) : claims;
  return {
    provider: attempt.provider,
    issuer: token.iss,
    subject: Subject.parse(token.sub),
    email: lowerCase(person.email),
    emailVerified: person.email_verified === true || person.email_verified === "true",
    name: person.name ?? "",
  };
}

/** Lower-cases only A to Z: the Kelvin sign would become a k, which is a different mailbox. */
function lowerCase(email: string | null | undefined): string | null {
  return email?.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) ?? null;
}

/** OpenID Connect Core 2: at most 255 characters. */
const Subject = z.string().min(1).max(255).regex(NO_CONTROLS);
/** Treats a missing, null or malformed claim as absent: nobody is locked out for it. */
const Claims = z.object({
  email: z.string().min(1).max(254).regex(NO_CONTROLS).nullish().catch(null),
  email_verified: z.union([z.boolean(), z.string()]).nullish().catch(null),
  name: z.string().nullish().catch(null),
});

const GithubUser = z.object({ id: z.number().int(), login: z.string(), name: z.string().nullish() });
const GithubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub identifies the user through its API; the number stays when the login name changes. */
async function proveAtGithub(config: client.Configuration, token: string): Promise<Proven> {
  const ask = async (path: string): Promise<unknown> => {
    const headers = new Headers({ Accept: "application/vnd.github+json", "User-Agent": "millrace" });
    const answer = await client.fetchProtectedResource(
      config,
      token,
      new URL(githubApi() + path),
      "GET",
      null,
      headers,
    );
    return await answer.json();
  };
  const user = GithubUser.parse(await ask("/user"));
  const primary = GithubEmails.parse(await ask("/user/emails")).find((one) => one.primary);
  return {
    provider: "github",
    issuer: env.GITHUB_ORIGIN,
    subject: String(user.id),
    email: lowerCase(primary?.email),
    emailVerified: primary?.verified === true,
    name: user.name ?? user.login,
  };
}
