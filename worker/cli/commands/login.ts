import { text } from "@clack/prompts";
import { type GivenKey, browserLogin } from "../account/browser-login";
import { addressOf, nameOf } from "../account/login-state";
import { readProfiles, writeProfiles } from "../account/profiles";
import type { Add } from "../act";
import { done } from "../api/answer";
import { apiClient } from "../api/client";
import type { Context } from "../context";
import { Failure } from "../failure";
import { answered } from "../terminal/ask";
import { readAll } from "../terminal/read-all";
import { moment } from "../terminal/words";

interface Options {
  key?: string;
}

export const login: Add = (program, act) => {
  program
    .command("login")
    .description("Logs in with your browser, or with an API key")
    .argument("[url]", "address of the installation, when it is not known yet")
    .option("--key <key>", "an API key instead of the browser; - reads it from stdin")
    .action(
      act(async (context: Context, typedUrl: string | undefined, { key }: Options) => {
        const { env, out, global } = context;
        const profile = nameOf(env, global.profile);
        const url = await addressFor(context, typedUrl ?? env.url ?? readProfiles(env.folder)[profile]?.url);
        const given = await keyFrom(context, url, key);
        const { email } = await done(apiClient({ url, apiKey: given.apiKey }).GET("/users/self"));
        const { expiresTs } = given;
        const stored = { url, api_key: given.apiKey, email, ...(expiresTs ? { expires_ts: expiresTs } : {}) };
        // Read anew: a person takes minutes in the browser, and another login may have come in between.
        writeProfiles(env.folder, { ...readProfiles(env.folder), [profile]: stored });
        out.result({ profile, url, email, expires_ts: expiresTs ?? null }, () => {
          const named = profile === "default" ? "" : `, profile ${profile}`;
          out.line(`Logged in to ${url} as ${email}${named}.`);
          if (expiresTs) out.note(`Its key ends on ${moment(expiresTs)}.`);
        });
      }),
    );
};

async function addressFor({ out }: Context, known: string | undefined): Promise<string> {
  if (known) return addressOf(known);
  if (!out.mayAsk) throw Failure.usage("Which installation?", "millrace login https://gpus.example.com");
  const message = "Address of your installation";
  const typed = await answered(text({ message, placeholder: "https://gpus.example.com", output: process.stderr }));
  return addressOf(typed ?? "");
}

async function keyFrom(
  context: Context,
  url: string,
  key: Options["key"],
): Promise<Partial<GivenKey> & { apiKey: string }> {
  if (key === "-") return { apiKey: keyOf(await readAll(process.stdin)) };
  if (key !== undefined) return { apiKey: keyOf(key) };
  return await browserLogin(context, url);
}

/** Only what can stand in a header. */
function keyOf(typed: string): string {
  const key = typed.trim();
  if (/^[\w.~+/-]{8,200}=*$/.test(key)) return key;
  throw Failure.usage("That is no API key.", "It begins with mr_ and is made in the menu under your name.");
}
