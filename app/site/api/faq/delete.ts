// POST /faq/delete: deletes a section of the FAQ, which can be undone for 30 days, for operators.
import { z } from "zod";
import { deleteSection } from "~/site/inside/faq/delete-section.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { SectionId, SectionVersion } from "~/platform/http/schemas/section.server";

export const { loader, action } = apiRoute("faq/delete", {
  POST: operation({
    purpose: "Deletes an FAQ section; for 30 days the screen can restore it",
    credentials: ["S"],
    right: "site.act",
    ours: true,
    input: z.object({ id: SectionId, version: SectionVersion }),
    statuses: [409],
    refusals: ["sectionChanged", "noSuchSection"],
    example: {
      input: { id: 3, version: 4 },
      answer: { human_readable_message: "Section Billing deleted.", id: 3, version: 5 },
    },
    answer: z.object({ human_readable_message: z.string(), id: z.int(), version: z.int() }),
    run: async ({ account: { userId }, input: { id, version: seen }, requestId, now }) => {
      const { title, version } = await deleteSection({ id, version: seen, userId, requestId, now });
      return { human_readable_message: `Section ${title} deleted.`, id, version };
    },
  }),
});
