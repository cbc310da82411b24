import { type Section, TITLE_MAX, type Topic, TOPICS_MAX } from "~/domain/faq/topic";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { SaveLine } from "./save-line";
import type { Kept, KeptTopic, SectionKeeper } from "./section-keeper";
import { TopicFields } from "./topic-fields";
import { TOPICS_PER_PAGE } from "./topics-page";
import { UndoTopic } from "./undo-topic";
import { useTopicActs } from "./use-topic-acts";

interface SectionFormProps {
  section: Section;
  /** The text of the fields. */
  text: { title: string; topics: (Topic & Partial<KeptTopic>)[] };
  /** The place of the page's first topic, and how many stored topics the page shows. */
  from: number;
  stored: number;
  /** Whether the script has taken over: then the form itself sends nothing. */
  live: boolean;
  keeper: SectionKeeper;
  state: Kept;
  mayWrite: boolean;
  /** Answers rendered by the server, by place on the page. */
  html: string[];
}

/** The title and a page of topics. Without the script each button sends all of it. */
export function SectionForm(props: SectionFormProps) {
  const { section, text, from, stored, live, keeper, state, mayWrite, html } = props;
  const topics = useTopicActs(state.text.topics, (changed) => keeper.edit({ ...state.text, topics: changed }));
  const shown = text.topics.slice(from, from + TOPICS_PER_PAGE);
  return (
    <PostForm
      intent="save-section"
      aria-label="Section"
      onSubmit={(event) => {
        if (!live) return;
        event.preventDefault();
        void keeper.save();
      }}
    >
      <HiddenFields fields={{ id: section.id, version: section.version, from, shown: stored, count: shown.length }} />
      {/* The key Enter presses the first button of a form. */}
      <button className="hidden" tabIndex={-1} aria-hidden disabled={!mayWrite} />
      <label className="flex flex-col gap-1.5 border-b px-4 py-4 text-sm font-medium sm:px-5">
        Title
        <input
          data-faq-field
          name="title"
          value={text.title}
          onChange={({ target }) => keeper.edit({ ...state.text, title: target.value })}
          maxLength={TITLE_MAX}
          readOnly={!mayWrite}
          autoComplete="off"
          className="control font-normal"
        />
      </label>
      <div className="divide-y">
        {shown.map((topic, onPage) => (
          <TopicFields
            key={topic.key ?? from + onPage + 1}
            topic={topic}
            onPage={onPage}
            at={from + onPage}
            topics={text.topics.length}
            mayWrite={mayWrite}
            html={html[onPage]}
            edit={live ? (changed) => topics.edit(from + onPage, changed) : null}
            act={live ? topics.act : null}
          />
        ))}
      </div>
      {live ? <UndoTopic acts={topics} /> : null}
      {mayWrite ? (
        <div className="flex flex-wrap items-center gap-2 border-t px-4 py-4 sm:px-5">
          <Button look="primary">Save</Button>
          <Button
            name="act"
            value="add"
            disabled={text.topics.length >= TOPICS_MAX}
            onClick={(event) => {
              if (!live) return;
              event.preventDefault();
              topics.act("add", text.topics.length);
            }}
          >
            Add topic
          </Button>
          <SaveLine state={state} live={live} />
        </div>
      ) : null}
    </PostForm>
  );
}

function HiddenFields({ fields }: { fields: Record<string, number> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
