// POST /users/update: changes the caller's name, address and default SSH key.
import { z } from "zod";
import { SSH_KEY_REFUSALS } from "~/compute/store-ssh-key.server";
import { ProfileFields } from "~/accounts/inside/profile/profile-fields.server";
import { updateProfile } from "~/accounts/inside/profile/update-profile.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("account/update", {
  POST: operation({
    purpose: "Changes your name, address and default SSH key; omitted fields stay as they are",
    credentials: ["K", "S"],
    need: "own.act",
    scope: "account",
    input: ProfileFields,
    refusals: [...SSH_KEY_REFUSALS, "emailIsFixed", "nameRequired", "countryRequired", "fieldTooLong"],
    example: {
      input: { name: "User 1042" },
      answer: { human_readable_message: "Your data has been saved." },
    },
    answer: z.object({ human_readable_message: z.string() }),
    run: async ({ account, input, now }) => {
      const { message } = await updateProfile({ viewer: account, fields: input, now });
      return { human_readable_message: message };
    },
  }),
});
