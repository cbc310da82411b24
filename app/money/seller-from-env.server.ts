import { env } from "~/platform/env.server";
import type { Seller } from "./seller";

/** The operator of this installation, for documents. `|` ends a line of the address. */
export function sellerFromEnv(): Seller {
  const lines = env.SELLER_ADDRESS.split("|").map((line) => line.trim());
  return { name: env.SELLER_NAME, lines: lines.filter((line) => line !== "") };
}
