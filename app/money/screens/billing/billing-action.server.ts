import { z } from "zod";
import { M } from "~/money/messages";
import { makeDefaultCard } from "~/payments/default-card.server";
import { deleteCard } from "~/payments/delete-card.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { cancelForm } from "~/payments/views/add-funds.server";
import { applyCoupon } from "./coupon.server";

const OneCard = z.object({ id: z.string(M.noSuchCard) });

/** The intents of the billing screen (2.5). */
export async function changeBilling(args: RouteArgs, viewer: Viewer) {
  const { tenantId } = viewer;
  return await formAction(args, {
    "apply-coupon": applyCoupon(viewer),
    "cancel-top-up": cancelForm(viewer),
    "default-card": onForm(OneCard, async ({ id: pmId }) => {
      const { message } = await makeDefaultCard({ tenantId, pmId });
      return { notice: message };
    }),
    "delete-card": onForm(OneCard, async ({ id: pmId }, { now }) => {
      const { message } = await deleteCard({ tenantId, pmId, now });
      return { notice: message };
    }),
  });
}
