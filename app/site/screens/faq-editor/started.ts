import type { Section, SectionText } from "~/site/faq-topic";
import type { FormAnswer } from "~/platform/http/form.server";
import { refusalIn } from "~/platform/ui/use-kept-answer";
import type { Preview } from "./save-by-form.server";
import { answerField, questionField, withTyped } from "./topics-page";

/** What the section's form left behind, sent without the script: the typed fields and the answer. */
export interface AnsweredForm {
  text: SectionText;
  /** By place on the page. */
  html: string[];
  refusal: FormAnswer | undefined;
  /** Whether another editor changed the section (M112). */
  overtaken: boolean;
}

export function answeredForm(answer: unknown, section: Section, shown: number): AnsweredForm | null {
  const isOvertaken = (version: unknown) => String(version) !== String(section.version);
  const preview = previewIn(answer);
  if (preview) {
    if (preview.id !== section.id) return null;
    const { title, from, topics } = preview;
    const typed = topics.map(({ question, answer: text }) => ({ question, answer: text }));
    const text = { title, topics: withTyped(section.topics, { from, shown, typed }) };
    return { text, html: topics.map(({ html }) => html), refusal: undefined, overtaken: isOvertaken(preview.version) };
  }
  const refusal = refusalIn(answer);
  const fields = refusal?.lastResult.initialValue;
  if (refusal?.intent !== "save-section" || fields?.["id"] !== String(section.id)) return null;
  const textOf = (name: string) => (typeof fields[name] === "string" ? fields[name] : "");
  const typed = Array.from({ length: Number(textOf("count")) || 0 }, (_, at) => ({
    question: textOf(questionField(at)),
    answer: textOf(answerField(at)),
  }));
  const topics = withTyped(section.topics, { from: Number(textOf("from")) || 0, shown, typed });
  const overtaken = isOvertaken(fields["version"]);
  return { text: { title: textOf("title"), topics }, html: [], refusal, overtaken };
}

function previewIn(answer: unknown): Preview["preview"] | null {
  return typeof answer === "object" && answer !== null && "preview" in answer ? (answer as Preview).preview : null;
}
