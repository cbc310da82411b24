import { z } from "zod";
import { restoreSection } from "~/domain/faq/restore-section.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import type { Viewer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import { requestIdOf, type RouteArgs } from "~/http/request-facts.server";
import { rowIdOfPath } from "~/http/schemas/row-id.server";
import { SectionVersion } from "~/http/schemas/section.server";

const Restore = z.object({ revision: SectionVersion, version: SectionVersion });

/** The form to restore a version. The caller has checked that the viewer is an operator. */
export async function historyAction(args: RouteArgs, viewer: Viewer, segment: string | undefined) {
  const by = { userId: viewer.userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    restore: onForm(Restore, async (form, { now }) => {
      const id = rowIdOfPath(segment);
      if (id === null) throw new Refusal(M.notFound, { status: 404 });
      await restoreSection({ id, ...form, ...by, now });
      return { notice: `Version ${form.revision} was restored.`, to: `/dashboard/faq?section=${id}` };
    }),
  });
}
