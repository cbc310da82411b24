// GET /faq/all: the sections of the FAQ as a bare array, their topics as JSON text.
import { z } from "zod";
import { listSections } from "~/site/inside/faq/list-sections.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const SectionRow = z.object({
  id: z.int(),
  title: z.string(),
  /** JSON text of a list of {question, answer}; the answers are markdown. */
  content: z.string(),
  version: z.int(),
});

export const { loader, action } = apiRoute("faq/all", {
  GET: operation({
    purpose: "Sections of the FAQ in order, their topics as JSON text",
    credentials: ["P"],
    answer: z.array(SectionRow),
    run: async () => {
      const sections = await listSections();
      return sections.map(({ topics, ...section }) => ({ ...section, content: JSON.stringify(topics) }));
    },
  }),
});
