import { z } from "zod";
import { applyCode } from "~/payments/apply-code.server";
import type { Viewer } from "~/platform/http/access.server";
import { onForm } from "~/platform/http/form.server";
import { clientNetworkOf } from "~/platform/http/request-facts.server";

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
