import { requireCustomer } from "~/http/access.server";
import { formAction } from "~/http/form.server";
import { onShowKey } from "~/http/show-own-key.server";

/** Fills the own key into the examples of the answer, under the rules of the security screen (2.5). */
export async function showKeyHere(request: Request) {
  const viewer = await requireCustomer(request);
  return await formAction(request, { "show-key": onShowKey(viewer) });
}
