import { z } from "zod";
import { restoreSection } from "~/site/inside/faq/restore-section.server";
import { M } from "~/site/messages";
import { Refusal } from "~/platform/refusal";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { rowIdOfPath } from "~/platform/http/schemas/row-id.server";
import { SectionVersion } from "~/platform/http/schemas/section.server";

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
