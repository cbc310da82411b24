import { env } from "~/platform/env.server";

/** Finds the client's address. Only as many addresses from proxies are trusted as we have proxies in front. */
export function clientAddress(peer: string, forwarded: string, trustedProxies = env.TRUSTED_PROXIES): string {
  const addresses = forwarded
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  return [...addresses, peer].at(-1 - trustedProxies) ?? addresses[0] ?? peer;
}
