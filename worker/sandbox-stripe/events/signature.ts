import { createHmac } from "node:crypto";

/** The header that proves a webhook's origin: time and hash, as the SDK's `constructEventAsync` checks them. */
export function signatureHeader(payload: string, secret: string, nowMs: number): string {
  const timestamp = Math.floor(nowMs / 1000);
  const hash = createHmac("sha256", secret).update(`${timestamp}.${payload}`).digest("hex");
  return `t=${timestamp},v1=${hash}`;
}
