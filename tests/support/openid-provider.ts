import { createHash, createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Changes to the next id token. */
export interface Says {
  sub?: string;
  email?: string | null;
  email_verified?: boolean | null;
  name?: string | null;
  nonce?: string;
  aud?: string;
  iss?: string;
  exp?: number;
}

/** An OpenID provider on this machine: discovery, keys and token. It logs everybody in as the person in `says`. */
export interface OpenidProvider {
  issuer: string;
  says: Says;
  /** Signs with a key that it does not publish. */
  forges: boolean;
  /** Answers of GitHub's API: the user, and their addresses. */
  github: { user: unknown; emails: unknown };
  /** Runs before the next token is returned. */
  meanwhile: () => Promise<unknown>;
  /** The address that the browser is sent back to, with the parameters of its request. */
  comeBack(authorizeUrl: string, change?: Record<string, string>): string;
  stop(): Promise<void>;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

export async function startOpenidProvider(clientId: string): Promise<OpenidProvider> {
  const [own, foreign] = [1, 2].map(() => generateKeyPairSync("rsa", { modulusLength: 2048 }));
  if (!own || !foreign) throw new Error("no keys were made");
  const codes = new Map<string, { nonce: string; challenge: string }>();
  const sign = (claims: object, forges: boolean) => {
    const body = `${encode({ alg: "RS256", kid: "one" })}.${encode(claims)}`;
    const key = (forges ? foreign : own).privateKey;
    return `${body}.${createSign("RSA-SHA256").update(body).sign(key, "base64url")}`;
  };
  const provider: OpenidProvider = {
    issuer: "",
    says: {},
    forges: false,
    github: { user: {}, emails: [] },
    meanwhile: () => Promise.resolve(),
    comeBack: (authorizeUrl, change = {}) => {
      const asked = new URL(authorizeUrl).searchParams;
      const code = randomUUID();
      codes.set(code, { nonce: asked.get("nonce") ?? "", challenge: asked.get("code_challenge") ?? "" });
      const back = new URL(asked.get("redirect_uri") ?? "");
      const query = { code, state: asked.get("state") ?? "", iss: provider.issuer, ...change };
      for (const [name, value] of Object.entries(query)) back.searchParams.set(name, value);
      return back.pathname + back.search;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const token = (form: URLSearchParams): object | null => {
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!code || code.challenge !== challenge) return null;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: provider.issuer,
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce: code.nonce,
      ...provider.says,
    };
    const answer = { access_token: "token", token_type: "bearer" };
    return form.get("redirect_uri")?.endsWith("/github")
      ? answer
      : { ...answer, id_token: sign(claims, provider.forges) };
  };
  const answerOf = async (request: IncomingMessage): Promise<object | null> => {
    switch (request.url?.split("?")[0]) {
      case "/.well-known/openid-configuration":
        return {
          issuer: provider.issuer,
          authorization_endpoint: `${provider.issuer}/authorize`,
          token_endpoint: `${provider.issuer}/token`,
          jwks_uri: `${provider.issuer}/keys`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        };
      case "/keys":
        return { keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "one", alg: "RS256", use: "sig" }] };
      case "/token":
      case "/login/oauth/access_token":
        await provider.meanwhile();
        return token(new URLSearchParams(await bodyOf(request)));
      case "/api/v3/user":
        return provider.github.user as object;
      case "/api/v3/user/emails":
        return provider.github.emails as object;
      default:
        return null;
    }
  };
  const server: Server = createServer((request, response) => {
    if (request.url?.startsWith("/authorize?")) {
      // A browser that comes by itself is logged in at once and sent back.
      const asked = new URL(request.url, provider.issuer);
      const back = new URL(provider.comeBack(asked.href), asked.searchParams.get("redirect_uri") ?? "");
      response.writeHead(302, { Location: back.href }).end();
      return;
    }
    void answerOf(request).then((answer) => {
      response.writeHead(answer ? 200 : 400, { "Content-Type": "application/json" });
      response.end(JSON.stringify(answer ?? { error: "invalid_grant" }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}
