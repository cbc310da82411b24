// POST /ajaxlogin: logs in by email and password; returns 200 for everything a person can cause.
import { z } from "zod";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { logInBy } from "~/platform/http/log-in.server";
import { isPageToken } from "~/platform/http/page-token.server";

const text = z.string().default("");
const LoginInput = z.object({
  email: text,
  password: text,
  /** Only its presence counts. */
  remember: z.unknown().optional(),
  _token: text,
  redirectTo: text,
});

const LoginAnswer = z.object({
  status: z.string().meta({ description: "Same as retcode", examples: ["OK"] }),
  url: z.string(),
  message: z.string(),
  human_readable_message: z.string().meta({ description: "Same as message", examples: [""] }),
});

export const { loader, action } = apiRoute("account/ajaxlogin", {
  POST: operation({
    purpose: "Logs in by email and password",
    credentials: ["P"],
    input: LoginInput,
    required: ["email", "password", "_token"],
    answer: LoginAnswer,
    refusals: ["wrongCredentials", "tooManyLogins", "loginPageExpired"],
    present: ({ retcode, human_readable_message: message = "", url = "" }) => {
      return { status: retcode, url, message, retcode, human_readable_message: message };
    },
    run: async ({ request, context, input, headers }) => {
      const args = { request, context };
      if (!(await isPageToken(args, input._token))) throw new Refusal(M.loginPageExpired);
      const remember = input.remember !== undefined;
      const { to, headers: cookies } = await logInBy(args, { ...input, remember });
      cookies.forEach((value, name) => headers.append(name, value));
      return { url: to };
    },
  }),
});
