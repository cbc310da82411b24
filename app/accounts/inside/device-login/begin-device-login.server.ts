import { randomInt } from "node:crypto";
import { db } from "~/platform/db.server";
import { isWhatItLooksLike } from "~/platform/hidden-characters";
import { lastingLimit } from "~/platform/lasting-limit.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { env } from "~/platform/env.server";
import { tooMany } from "../mail-limits.server";
import { hashOfSecret, randomSecret } from "~/platform/secret.server";
import { makeUserCode } from "./user-code";

export const LASTS_S = 600;
export const INTERVAL_S = 5;
const CLIENT_NAME_MAX = 60;
const ATTEMPTS = 5;

/** Anybody may begin a login, and each keeps a row for ten minutes. */
const beginLimit = lastingLimit({
  prefix: "device-login",
  points: env.RATE_DEVICE_PER_HOUR,
  durationS: 3600,
  refusal: tooMany,
});

/**
 * Begins the login of a command line (RFC 8628, decision 0208). The program keeps the device code, which is stored as a
 * hash, and shows the user code.
 * @throws Refusal M167, M08.
 */
export async function beginDeviceLogin(given: { clientName: string; ip: string; network: string; now: Date }) {
  const clientName = given.clientName.replace(/\s+/g, " ").trim();
  if (clientName === "" || [...clientName].length > CLIENT_NAME_MAX || !isWhatItLooksLike(clientName))
    throw Refusal.ofField("client_name", M.clientNameRequired);
  await beginLimit.consume(given.network);
  const deviceCode = randomSecret();
  const expiresAt = new Date(given.now.getTime() + LASTS_S * 1000);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const userCode = makeUserCode((below) => randomInt(below));
    const stored = await db.query(
      `insert into device_login (code_hash, user_code, client_name, ip, interval_s, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (user_code) do nothing returning 1`,
      [hashOfSecret(deviceCode), userCode, clientName, given.ip, INTERVAL_S, given.now, expiresAt],
    );
    if (stored.length > 0) return { deviceCode, userCode };
  }
  throw new Error("no user code was free");
}
