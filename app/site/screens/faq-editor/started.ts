import type { Section, SectionText } from "~/site/faq-topic";
import type { FormAnswer } from "~/platform/http/form.server";
import { refusalIn } from "~/platform/ui/use-kept-answer";
import type { Preview } from "./save-by-form.server";
import { typedTopics, withTyped } from "./topics-page";

/** The result of the section's form without the script: the typed fields and the answer. */
export interface AnsweredForm {
  text: SectionText;
  /** HTML by place on the page. */
  html: string[];
  refusal: FormAnswer | undefined;
  /** True if another editor changed the section (M112). */
  overtaken: boolean;
}

export function answeredForm(answer: unknown, section: Section, shown: number): AnsweredForm | null {
  const given = refusalIn(answer) as FormAnswer | Preview | undefined;
  const fields = given?.lastResult.initialValue ?? {};
  if (given?.intent !== "save-section" || String(fields["id"]) !== String(section.id)) return null;
  const { title, from, version } = fields;
  const topics = withTyped(section.topics, { from: Number(from) || 0, shown, typed: typedTopics(fields) });
  return {
    text: { title: typeof title === "string" ? title : "", topics },
    html: "html" in given ? given.html : [],
    refusal: "html" in given ? undefined : given,
    overtaken: String(version) !== String(section.version),
  };
}
