import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { lastingLimit } from "~/platform/lasting-limit.server";
import type { UserState } from "~/platform/role";
import { env } from "~/platform/env.server";
import { normaliseCode } from "./promo-code";
import { redeemCode } from "./inside/marketing/redeem-code.server";
import type { Redeemed, Redeemer } from "./inside/marketing/redemption";

const HOUR_S = 3600;

const limit = (prefix: string, points: number) =>
  lastingLimit({
    prefix,
    points,
    durationS: HOUR_S,
    refusal: (seconds) =>
      Refusal.ofField("code", M.tooManyRequests({ seconds }), {
        status: 429,
        headers: { "Retry-After": String(seconds) },
      }),
  });

const byTenant = limit("promo", env.RATE_PROMO_PER_HOUR);
const wrongByNetwork = limit("promo-wrong", env.RATE_PROMO_WRONG_PER_HOUR);

interface Applied extends Redeemer {
  state: UserState;
  code: string;
  /** The client's network, to limit guesses. */
  network: string;
}

/**
 * Redeems a code for the coupon box and `/v1/apply-promo` (B11): at most 10 tries an hour per account, and few unknown
 * codes per network, so that many accounts guess no faster (0.9).
 * @throws Refusal M08, M15, M50 to M54.
 */
export async function applyCode({ state, network, code, ...who }: Applied): Promise<Redeemed> {
  if (normaliseCode(code) === "") throw Refusal.ofField("code", M.codeRequired);
  if (state === "unverified") throw Refusal.ofField("code", M.confirmEmailFirst);
  await byTenant.consume(String(who.tenantId));
  // Counted before the look-up, so that concurrent guesses find no gap.
  await wrongByNetwork.consume(network);
  try {
    const redeemed = await redeemCode({ code, ...who });
    await wrongByNetwork.giveBack(network);
    return redeemed;
  } catch (error) {
    if (!(error instanceof Refusal) || error.message !== M.unknownCode) await wrongByNetwork.giveBack(network);
    throw error;
  }
}
