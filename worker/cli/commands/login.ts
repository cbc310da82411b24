import { text as readText } from "node:stream/consumers";
import { text } from "@clack/prompts";
import { type GivenKey, browserLogin } from "../account/browser-login";
import { endKey } from "../account/end-key";
import { addressOf, nameOf } from "../account/login-state";
import { type Profile, readProfiles, writeProfiles } from "../account/profiles";
import { done } from "../api/answer";
import { apiClient } from "../api/client";
import type { Add, Context } from "../context";
import { Failure } from "../failure";
import { answered } from "../terminal/ask";
import { moment } from "../terminal/words";

interface Options {
  key?: string;
}

export const login: Add = (program, act) => {
  program
    .command("login")
    .description("Log in with your browser or an API key")
    .argument("[url]", "address of the installation; needed the first time")
    .option("--key <key>", "use this API key; - reads it from stdin")
    .action(
      act(async (context: Context, typedUrl: string | undefined, { key }: Options) => {
        const { env, out, global } = context;
        const profile = nameOf(env, global.profile);
        const url = await addressFor(context, typedUrl ?? env.url ?? readProfiles(env.folder)[profile]?.url);
        const given = await keyFrom(context, url, key);
        const { apiKey, expiresTs } = given;
        const known = { url, api_key: apiKey, ...(expiresTs ? { expires_ts: expiresTs } : {}) };
        // A new key is stored before anything can fail, so that `logout` can revoke it. A typed key is tried first, so
        // that a typo does not replace a working login.
        if (expiresTs) await replaceLogin(context, profile, known);
        const { email } = await done(apiClient({ url, apiKey }).GET("/users/self"));
        await replaceLogin(context, profile, { ...known, email });
        out.result({ profile, url, email, expires_ts: expiresTs ?? null }, () => {
          const named = profile === "default" ? "" : `, profile ${profile}`;
          out.line(`Logged in to ${url} as ${email}${named}.`);
          if (expiresTs) out.note(`The API key expires on ${moment(expiresTs)}.`);
        });
      }),
    );
};

/** Stores a login, and revokes the key of the previous one if `login` made it. */
async function replaceLogin({ env, out }: Context, profile: string, login: Profile): Promise<void> {
  // Read again: the browser takes minutes, and another login may have been stored meanwhile.
  const profiles = readProfiles(env.folder);
  const former = profiles[profile];
  writeProfiles(env.folder, { ...profiles, [profile]: login });
  if (!former?.expires_ts || former.api_key === login.api_key || (await endKey(former))) return;
  out.note(
    `The previous API key at ${former.url} could not be revoked. To revoke it, open API keys in the menu under your name.`,
  );
}

async function addressFor({ out }: Context, known: string | undefined): Promise<string> {
  if (known) return addressOf(known);
  if (!out.mayAsk) throw Failure.usage("Name your installation.", "Example: millrace login https://gpus.example.com");
  const message = "Address of your installation";
  const typed = await answered(text({ message, placeholder: "https://gpus.example.com", output: process.stderr }));
  return addressOf(typed ?? "");
}

async function keyFrom(
  context: Context,
  url: string,
  key: Options["key"],
): Promise<Partial<GivenKey> & { apiKey: string }> {
  if (key === "-") return { apiKey: keyOf(await readText(process.stdin)) };
  if (key !== undefined) return { apiKey: keyOf(key) };
  return await browserLogin(context, url);
}

/** Checks a typed key, which is sent in a header. */
function keyOf(typed: string): string {
  const key = typed.trim();
  if (/^[\w.~+/-]{8,200}=*$/.test(key)) return key;
  throw Failure.usage(
    "That is not a valid API key.",
    "Keys start with mr_. To create one, open API keys in the menu under your name.",
  );
}
