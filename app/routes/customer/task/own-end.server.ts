import { z } from "zod";
import { changeOwnEnd } from "~/domain/tasks/change-own-end.server";
import { centsOf } from "~/domain/tasks/own-end";
import type { Viewer } from "~/http/access.server";
import { onForm } from "~/http/form.server";

const OwnEnd = z.object({ max_seconds: z.string().default("0"), max_dollars: z.string().default("") });

/** The intent `own-end` of a task's screen: raises, lowers or takes away what ends it by itself (S16). */
export function ownEndIntent({ tenantId }: Viewer, resvGuid: string) {
  return onForm(OwnEnd, async ({ max_seconds, max_dollars }, { now }) => {
    const maxSeconds = /^\d{1,9}$/.test(max_seconds.trim()) ? Number(max_seconds) : NaN;
    const maxCents = centsOf(max_dollars) ?? NaN;
    const { message } = await changeOwnEnd({ tenantId, resvGuid, maxSeconds, maxCents, now });
    return { notice: message, to: `/tasks/${resvGuid}` };
  });
}
