import { password, text } from "@clack/prompts";
import type { Add } from "../act";
import { addressOf, nameOf } from "../account/login-state";
import { readProfiles, writeProfiles } from "../account/profiles";
import { done } from "../api/answer";
import { apiClient } from "../api/client";
import type { Context } from "../context";
import { Failure } from "../failure";
import { answered } from "../terminal/ask";
import { readAll } from "../terminal/read-all";

interface Options {
  key?: string | true;
}

export const login: Add = (program, act) => {
  program
    .command("login")
    .description("Logs in with your browser, or with an API key")
    .argument("[url]", "address of the installation, when it is not known yet")
    .option("--key [key]", "an API key; - reads it from stdin, nothing asks for it")
    .action(
      act(async (context: Context, typedUrl: string | undefined, { key }: Options) => {
        const { env, out, global } = context;
        const profile = nameOf(env, global.profile);
        const profiles = readProfiles(env.folder);
        const url = await addressFor(context, typedUrl ?? env.url ?? profiles[profile]?.url);
        const apiKey = await keyFrom(context, url, key);
        const self = await done(apiClient({ url, apiKey }).GET("/users/self"));
        writeProfiles(env.folder, { ...profiles, [profile]: { url, api_key: apiKey, email: self.email } });
        out.result({ profile, url, email: self.email }, () => {
          const named = profile === "default" ? "" : `, profile ${profile}`;
          out.line(`Logged in to ${url} as ${self.email}${named}.`);
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

async function keyFrom({ out }: Context, _url: string, key: Options["key"]): Promise<string> {
  if (key === "-") return keyOf(await readAll(process.stdin));
  if (typeof key === "string") return keyOf(key);
  if (!out.mayAsk)
    throw Failure.usage("Nobody is there to type a key.", "Give it by --key - from stdin, or set MILLRACE_API_KEY.");
  return keyOf(
    await answered(password({ message: "API key (menu under your name, Security)", output: process.stderr })),
  );
}

/** Only what can stand in a header. */
function keyOf(typed: string): string {
  const key = typed.trim();
  if (/^[\w.~+/-]{8,200}=*$/.test(key)) return key;
  throw Failure.usage(
    "That is no API key.",
    "It begins with mr_ and stands under Security in the menu under your name.",
  );
}
