import { z } from "zod";
import { findProvider } from "~/accounts/offered-providers.server";
import { M } from "~/accounts/messages";
import { formAction, onForm } from "~/platform/http/form.server";
import { beginLogin } from "~/platform/http/provider-login.server";
import { isOwnPath } from "~/platform/own-path";
import { refusalPage } from "~/platform/http/refusal-page.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";

const Fields = z.object({ redirectTo: z.string().default(""), remember: z.string().optional() });

/** A provider's button: redirects to the provider (6.10). */
export async function beginByForm(args: RouteArgs, id: string) {
  const provider = findProvider(id);
  if (!provider) throw refusalPage(404, M.notFound);
  return await formAction(args, {
    "": onForm(Fields, async ({ redirectTo, remember }) => {
      const purpose = { redirectTo: isOwnPath(redirectTo) ? redirectTo : "", remember: remember !== undefined };
      return await beginLogin(args, provider, { kind: "login", ...purpose });
    }),
  });
}
