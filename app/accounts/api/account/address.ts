// GET and POST /users/address: the caller's billing address.
import { z } from "zod";
import { AddressFields, asProfileFields, readAddress } from "~/accounts/inside/profile/address.server";
import { updateProfile } from "~/accounts/inside/profile/update-profile.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const AddressShape = z.object({
  line1: z.string(),
  line2: z.string(),
  postal_code: z.string(),
  city: z.string(),
  country: z.string(),
  state: z.string(),
});

export const { loader, action } = apiRoute("account/address", {
  GET: operation({
    purpose: "Your billing address",
    credentials: ["K", "S"],
    need: "settings.see",
    answer: z.object({ address: AddressShape }),
    run: async ({ account: { tenantId } }) => ({ address: await readAddress({ tenantId }) }),
  }),
  POST: operation({
    purpose: "Changes your billing address; omitted fields stay as they are",
    credentials: ["K", "S"],
    need: "settings.act",
    scope: "account",
    ours: true,
    input: AddressFields,
    answer: z.object({ human_readable_message: z.string() }),
    run: async ({ account, input, now }) => {
      const { message } = await updateProfile({ viewer: account, fields: asProfileFields(input), now });
      return { human_readable_message: message };
    },
  }),
});
