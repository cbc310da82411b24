import type { z } from "zod";
import type { Editor } from "~/site/inside/faq/change-section.server";
import { readSectionText } from "~/site/inside/faq/read-editor.server";
import { saveSection } from "~/site/inside/faq/save-section.server";
import { SectionContent, SectionTitle } from "~/site/inside/faq/section-input";
import type { SectionText } from "~/site/faq-topic";
import type { FormAnswer } from "~/platform/http/form.server";
import { M } from "~/site/messages";
import { Refusal } from "~/platform/refusal";
import { renderMarkdown } from "~/platform/ui/render-markdown.server";
import type { SaveSection } from "./faq-forms.server";
import { changeTopics, NO_TOPIC, TOPICS_PER_PAGE, type TopicAct, typedTopics, withTyped } from "./topics-page";

/** The answer to 'Preview': the fields as typed, and the answers as visitors would see them. */
export interface Preview extends FormAnswer {
  html: string[];
}

const DONE: Record<TopicAct, string> = {
  add: "Saved, with a new topic at the end.",
  remove: "Topic removed. Its text stays in the history.",
  up: "Topic moved.",
  down: "Topic moved.",
  preview: "",
};

/** Without a script each button sends the whole form: it saves first, so that nothing typed is lost, then acts. */
export async function saveByForm(form: z.output<typeof SaveSection>, by: Editor) {
  const { id, version, from, shown, act } = form;
  const typed = typedTopics(form);
  if (act?.act === "preview") {
    const html = typed.map((topic) => renderMarkdown(topic.answer));
    const lastResult = { initialValue: form };
    return Response.json({ intent: "save-section", lastResult, message: "", html } satisfies Preview);
  }
  const present = await readSectionText(id);
  if (!present) throw new Refusal(M.noSuchSection);
  const topics = form.content ?? withTyped(present.topics, { from, shown, typed });
  const text = checked({ title: form.title, topics: act ? changeTopics(topics, act.act, act.at, NO_TOPIC) : topics });
  await saveSection({ id, version, ...text, ...by });
  const page = Math.ceil((act?.act === "add" ? text.topics.length : from + 1) / TOPICS_PER_PAGE);
  return { notice: act ? DONE[act.act] : "Saved.", to: `/dashboard/faq?section=${id}&topics=${Math.max(1, page)}` };
}

/** @throws Refusal M110, M111 for the field. */
function checked(given: SectionText): SectionText {
  const title = SectionTitle.safeParse(given.title);
  if (!title.success) throw Refusal.ofField("title", title.error.issues[0]?.message ?? M.titleRequired);
  const topics = SectionContent.safeParse(given.topics);
  if (!topics.success) throw new Refusal(topics.error.issues[0]?.message ?? M.wrongTopics);
  return { title: title.data, topics: topics.data };
}
