// POST /users/password: changes the caller's password and ends their other sessions.
import { z } from "zod";
import { changePassword, PasswordFields } from "~/accounts/inside/change-password.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("account/password", {
  POST: operation({
    purpose: "Changes your password and ends your other sessions",
    credentials: ["S"],
    need: "own.act",
    input: PasswordFields,
    required: ["password", "password_confirmation"],
    refusals: ["passwordsDiffer", "passwordRules", "passwordTooCommon", "currentPasswordRequired", "emailIsFixed"],
    example: { answer: { human_readable_message: "Your password has been changed." } },
    answer: z.object({ human_readable_message: z.string() }),
    run: async ({ account: { userId, email }, session, input, now }) => {
      const viewer = {
        userId,
        email,
        sessionId: session?.sessionId ?? "",
        loginAt: session?.loginAt ?? new Date(0),
      };
      const { message } = await changePassword({ viewer, fields: input, now });
      return { human_readable_message: message };
    },
  }),
});
