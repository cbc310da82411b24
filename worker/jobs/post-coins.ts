import { postCoins as post } from "~/domain/usage/post-coins.server";
import { log } from "../log";

/** The coins of events into the ledger (B17). */
export async function postCoins(): Promise<void> {
  const postings = await post({ now: new Date() });
  if (postings > 0) log.debug({ postings }, "coins of model usage were posted");
}
