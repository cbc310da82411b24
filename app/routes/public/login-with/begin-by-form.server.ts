import { z } from "zod";
import { findProvider } from "~/domain/accounts/identities/offered-providers.server";
import { M } from "~/domain/messages";
import { formAction, onForm } from "~/http/form.server";
import { beginLogin } from "~/http/provider-login.server";
import { isOwnPath } from "~/domain/own-path";
import { refusalPage } from "~/http/refusal-page.server";
import type { RouteArgs } from "~/http/request-facts.server";

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
