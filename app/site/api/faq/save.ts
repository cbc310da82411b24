// POST /faq/save: stores a section of the FAQ, or makes a new one, for operators.
import { z } from "zod";
import { saveSection } from "~/site/inside/faq/save-section.server";
import { SectionContent, SectionTitle } from "~/site/inside/faq/section-input";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { NoSectionOrId, SectionVersion } from "~/platform/http/schemas/section.server";

const Section = z.object({
  id: NoSectionOrId.default(null),
  title: SectionTitle,
  content: SectionContent,
  version: SectionVersion.optional(),
});

export const { loader, action } = apiRoute("faq/save", {
  POST: operation({
    purpose: "Saves an FAQ section, or creates one if id is null; with version, only if nobody has changed it since",
    credentials: ["S"],
    right: "site.act",
    input: Section,
    refusals: ["titleRequired", "wrongTopics", "sectionChanged", "noSuchSection"],
    example: {
      input: { id: 1, title: "Getting started", content: "[]", version: 4 },
      answer: { id: 1, version: 5 },
    },
    answer: z.object({ id: z.int(), version: z.int() }),
    run: async ({ account: { userId }, input: { id, title, content, version }, requestId, now }) =>
      await saveSection({ id, title, topics: content, version, userId, requestId, now }),
  }),
});
