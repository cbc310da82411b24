import { deleteSection, undoDelete } from "~/site/inside/faq/delete-section.server";
import { moveSection, undoMove } from "~/site/inside/faq/move-section.server";
import { saveSection } from "~/site/inside/faq/save-section.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { AddSection, MoveSection, OneSection, OneVersion, SaveSection } from "./faq-forms.server";
import { saveByForm } from "./save-by-form.server";

/** The forms of the FAQ editor (2.5). The caller has checked that the viewer is an operator. */
export async function faqAction(args: RouteArgs, viewer: Viewer) {
  const by = { userId: viewer.userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    "save-section": onForm(SaveSection, async (form, { now }) => await saveByForm(form, { ...by, now })),
    "add-section": onForm(AddSection, async ({ title }, { now }) => {
      const { id } = await saveSection({ id: null, title, topics: [], ...by, now });
      return { notice: `Section ${title} added.`, to: `/dashboard/faq?section=${id}` };
    }),
    "delete-section": onForm(OneVersion, async (form, { now }) => {
      const { title } = await deleteSection({ ...form, ...by, now });
      return { notice: `Section ${title} deleted. You can undo it for 30 days.`, to: "/dashboard/faq" };
    }),
    "undo-delete": onForm(OneSection, async ({ id }, { now }) => {
      const { title } = await undoDelete({ id, ...by, now });
      return { notice: `Section ${title} is back.`, to: `/dashboard/faq?section=${id}` };
    }),
    "move-section": onForm(MoveSection, async ({ before_id: beforeId, ...form }, { now }) => {
      const { title } = await moveSection({ ...form, beforeId, ...by, now });
      return { notice: `Section ${title} moved.` };
    }),
    "undo-move": onForm(OneVersion, async (form, { now }) => {
      const { title } = await undoMove({ ...form, ...by, now });
      return { notice: `Section ${title} is back in its place.` };
    }),
  });
}
