import { env } from "~/platform/env.server";

/** Of the addresses that proxies wrote, only as many are believed as there are proxies of ours in front. */
export function clientAddress(peer: string, forwarded: string, trustedProxies = env.TRUSTED_PROXIES): string {
  const told = forwarded
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  return [...told, peer].at(-1 - trustedProxies) ?? told[0] ?? peer;
}
