import { z } from "zod";
import { applyCode } from "~/domain/marketing/apply-code.server";
import type { Viewer } from "~/http/access.server";
import { onForm } from "~/http/form.server";
import { clientNetworkOf } from "~/http/request-facts.server";

const Coupon = z.object({ code: z.string().default("") });

/** The intent `apply-coupon` of Billing (2.5). Ignores an empty code. */
export function applyCoupon({ userId, tenantId, state }: Viewer) {
  return onForm(Coupon, async ({ code }, { now, ...args }) => {
    if (code === "") return {};
    const network = clientNetworkOf(args);
    const { message } = await applyCode({ userId, tenantId, state, code, network, now });
    return { notice: message };
  });
}
