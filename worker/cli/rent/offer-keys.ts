import { confirm } from "@clack/prompts";
import { done } from "../api/answer";
import type { Api } from "../api/client";
import type { Context } from "../context";
import { localKeys } from "../ssh/local-keys";
import { answered } from "../terminal/ask";
import { storeKey } from "./order";

/** Who has no SSH key stored yet is asked whether the one of this machine shall be; nobody can log in without. */
export async function offerKeys({ out, env }: Context, api: Api, chosen: string | undefined): Promise<void> {
  if (chosen !== undefined || !out.mayAsk) return;
  const { keys } = await done(api.GET("/users/keys"));
  const [key] = keys.length === 0 ? localKeys(env.home) : [];
  if (!key) return;
  const message = `You have no SSH key at Millrace yet. Store ${key.file}?`;
  if (await answered(confirm({ message, output: process.stderr }))) await storeKey(api, key.file);
}
