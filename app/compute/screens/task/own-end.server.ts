import { changeOwnEnd } from "~/compute/inside/tasks/change-own-end.server";
import { OwnEndFields } from "~/compute/inside/reserve/reserve-input";
import type { Viewer } from "~/platform/http/access.server";
import { onForm } from "~/platform/http/form.server";

/** Handles the intent `own-end` of a task's screen: raises, lowers or removes the limits at which it ends (S16). */
export function ownEndIntent({ tenantId, userId }: Viewer, resvGuid: string) {
  // A form sends both, and an empty field is no limit.
  return onForm(OwnEndFields, async ({ max_seconds: maxSeconds = 0, max_dollars: maxCents = 0 }, { now }) => {
    const { message } = await changeOwnEnd({ tenantId, userId, resvGuid, maxSeconds, maxCents, now });
    return { notice: message, to: `/tasks/${resvGuid}` };
  });
}
