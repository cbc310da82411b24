import { z } from "zod";
import { refuseHidden } from "~/platform/refuse-hidden";
import { M } from "~/site/messages";
import { ANSWER_MAX, QUESTION_MAX, TITLE_MAX, tidy, TOPICS_MAX } from "~/site/faq-topic";

/** Control characters and lone surrogates, which PostgreSQL does not store (0.3). */
const FORBIDDEN = /(?![\t\n])[\p{Cc}\p{Cs}]/u;

/** Texts of the request are already cleaned; texts inside JSON arrive as written. */
const textUpTo = (max: number) =>
  z
    .string()
    .transform(tidy)
    .refine((text) => !FORBIDDEN.test(text), M.unreadable)
    .refine((text) => [...text].length <= max, M.wrongTopics);

const Topics = z
  .array(z.object({ question: textUpTo(QUESTION_MAX), answer: textUpTo(ANSWER_MAX) }), M.wrongTopics)
  .max(TOPICS_MAX, M.wrongTopics);

/** A readable title of 1 to 200 characters (3.7, A36). */
export const SectionTitle = z
  .string({ error: () => M.titleRequired })
  .transform(tidy)
  .refine((title) => title !== "" && [...title].length <= TITLE_MAX, { error: M.titleRequired, abort: true })
  .superRefine(refuseHidden);

/** The topics, as JSON text or as a list (3.7). */
export const SectionContent = z
  .union([z.string(), z.array(z.unknown())], { error: () => M.wrongTopics })
  .transform((given, context) => {
    const topics = Topics.safeParse(typeof given === "string" ? parsed(given) : given);
    if (topics.success) return topics.data;
    const unreadable = topics.error.issues.some(({ message }) => message === M.unreadable);
    context.addIssue({ code: "custom", message: unreadable ? M.unreadable : M.wrongTopics });
    return z.NEVER;
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
