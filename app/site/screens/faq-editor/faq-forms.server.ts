import { z } from "zod";
import { SectionContent, SectionTitle } from "~/site/inside/faq/section-input";
import { NoSectionOrId, SectionId, SectionVersion } from "~/platform/http/schemas/section.server";
import { TOPIC_ACTS, type TopicAct, TOPICS_PER_PAGE } from "./topics-page";

const ACT = new RegExp(`^(${TOPIC_ACTS.join("|")})(?: (\\d{1,3}))?$`);

/**
 * The form of a section (2.5): `content` as a whole, or the fields of one page's topics. `from` is the place of its
 * first topic, `shown` how many stored topics it showed, `count` how many it has now. The title is checked on save
 * only: a preview shows any text.
 */
export const SaveSection = z.looseObject({
  id: SectionId,
  version: SectionVersion,
  title: z.string().default(""),
  content: SectionContent.optional(),
  from: z.coerce.number().int().min(0).max(1_000).default(0),
  shown: z.coerce.number().int().min(0).max(TOPICS_PER_PAGE).default(0),
  count: z.coerce.number().int().min(0).max(TOPICS_PER_PAGE).default(0),
  act: z
    .string()
    .regex(ACT)
    .optional()
    .transform((given) => {
      const [, act, at] = ACT.exec(given ?? "") ?? [];
      return act ? { act: act as TopicAct, at: Number(at ?? 0) } : null;
    }),
});

export const AddSection = z.object({ title: SectionTitle });
export const OneVersion = z.object({ id: SectionId, version: SectionVersion });
export const MoveSection = z.object({ id: SectionId, version: SectionVersion, before_id: NoSectionOrId.default(null) });
export const OneSection = z.object({ id: SectionId });
