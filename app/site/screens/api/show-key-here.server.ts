import { requireLogin } from "~/platform/http/access.server";
import { formAction } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { onShowKey } from "~/platform/http/show-own-key.server";

/** Fills the viewer's key into the examples of the answer, under the rules of the security screen (2.5). */
export async function showKeyHere(args: RouteArgs) {
  const viewer = await requireLogin(args);
  return await formAction(args, { "show-key": onShowKey(viewer) });
}
