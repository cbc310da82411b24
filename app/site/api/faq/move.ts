// POST /faq/move: moves a section of the FAQ in front of another one, for operators.
import { z } from "zod";
import { moveSection } from "~/site/inside/faq/move-section.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { NoSectionOrId, SectionId, SectionVersion } from "~/platform/http/schemas/section.server";

const Move = z.object({
  id: SectionId,
  before_id: NoSectionOrId,
  version: SectionVersion,
});

export const { loader, action } = apiRoute("faq/move", {
  POST: operation({
    purpose: "Moves an FAQ section in front of another one, or to the end if before_id is null",
    credentials: ["S"],
    right: "site.act",
    ours: true,
    input: Move,
    statuses: [409],
    refusals: ["sectionChanged", "noSuchSection"],
    example: {
      input: { id: 3, before_id: 1, version: 4 },
      answer: { human_readable_message: "Section Billing moved.", id: 3, version: 5 },
    },
    answer: z.object({ human_readable_message: z.string(), id: z.int(), version: z.int() }),
    run: async ({ account: { userId }, input: { id, before_id: beforeId, version: seen }, requestId, now }) => {
      const { title, version } = await moveSection({ id, beforeId, version: seen, userId, requestId, now });
      return { human_readable_message: `Section ${title} moved.`, id, version };
    },
  }),
});
