import { z } from "zod";
import { describeTask } from "~/compute/inside/tasks/describe-task.server";
import type { Viewer } from "~/platform/http/access.server";
import { onForm } from "~/platform/http/form.server";

/** Fields of the description; an empty one clears its value. */
const Description = z.object({ display_name: z.string().default(""), tags: z.string().default("") });

/** The intent `describe` of a task's screen: its display name and its tags (9.8). */
export function describeIntent({ tenantId, userId }: Viewer, resvGuid: string) {
  return onForm(Description, async ({ display_name: displayName, tags }, { now }) => {
    const { message } = await describeTask({ tenantId, userId, resvGuid, displayName, tags, now });
    return { notice: message, to: `/tasks/${resvGuid}` };
  });
}
