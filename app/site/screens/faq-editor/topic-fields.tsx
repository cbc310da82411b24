import { lazy, Suspense, useState } from "react";
import { ANSWER_MAX, QUESTION_MAX, type Topic } from "~/site/faq-topic";
import { Button } from "~/platform/ui/button";
import { RichText } from "~/platform/ui/rich-text";
import { answerField, questionField, type TopicAct } from "./topics-page";

/** The visitors' view, loaded with the first preview. */
const Markdown = lazy(async () => ({ default: (await import("~/platform/ui/markdown")).Markdown }));

interface TopicFieldsProps {
  topic: Topic;
  /** Position on this page; `at` is that in the section, `topics` the number of topics. */
  onPage: number;
  at: number;
  topics: number;
  mayWrite: boolean;
  /** The answer as rendered by the server, after Preview without the script. */
  html: string | undefined;
  /** Null before the script arrives. */
  edit: ((topic: Topic) => void) | null;
  act: ((act: TopicAct, at: number) => void) | null;
}

/** Question and answer of one topic, closed until opened. */
export function TopicFields({ topic, onPage, at, topics, mayWrite, html, edit, act }: TopicFieldsProps) {
  const [preview, setPreview] = useState(false);
  const name = topic.question || `Topic ${at + 1}`;
  // Initially empty: it stays open while it is filled in.
  const [isNew] = useState(topic.question === "" || topic.answer === "");
  const button = { at, name, act };
  return (
    <details open={isNew || html !== undefined} className="group" id={`topic-${at}`}>
      <summary className="flex items-start gap-2 px-4 py-3 font-medium hover:bg-sunken sm:px-5">
        <span aria-hidden className="text-muted group-open:rotate-90">
          ›
        </span>
        <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
      </summary>
      <div className="flex flex-col gap-3 px-4 pb-5 sm:px-5">
        <label className="flex flex-col gap-1.5 text-sm font-medium">
          Question
          <input
            name={questionField(onPage)}
            value={topic.question}
            onChange={({ target }) => edit?.({ ...topic, question: target.value })}
            maxLength={QUESTION_MAX}
            readOnly={!mayWrite}
            autoComplete="off"
            className="control font-normal"
          />
        </label>
        <label className="flex flex-col gap-1.5 text-sm font-medium">
          Answer
          <textarea
            name={answerField(onPage)}
            value={topic.answer}
            onChange={({ target }) => edit?.({ ...topic, answer: target.value })}
            rows={Math.min(20, Math.max(4, topic.answer.split("\n").length + 1))}
            maxLength={ANSWER_MAX}
            readOnly={!mayWrite}
            className="control font-mono text-code font-normal"
          />
        </label>
        {mayWrite ? (
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              name="act"
              value={`preview ${at}`}
              aria-label={`Preview: ${name}`}
              aria-expanded={edit ? preview : undefined}
              onClick={(event) => {
                if (!edit) return;
                event.preventDefault();
                setPreview(!preview);
              }}
            >
              Preview
            </Button>
            <ActButton {...button} kind="up" label="Move up" disabled={at === 0} />
            <ActButton {...button} kind="down" label="Move down" disabled={at === topics - 1} />
            <ActButton {...button} kind="remove" label="Delete topic" />
          </div>
        ) : null}
        {preview ? (
          <Preview>
            <Suspense fallback={<p className="text-muted">Loading…</p>}>
              <div className="rich-text">
                <Markdown text={topic.answer} />
              </div>
            </Suspense>
          </Preview>
        ) : html !== undefined ? (
          <Preview>
            <RichText html={html} />
          </Preview>
        ) : null}
      </div>
    </details>
  );
}

function Preview({ children }: { children: React.ReactNode }) {
  return (
    <section aria-label="Preview" className="min-w-0 rounded-control border border-dashed p-4 [overflow-wrap:anywhere]">
      {children}
    </section>
  );
}

interface ActButtonProps {
  kind: TopicAct;
  label: string;
  name: string;
  at: number;
  disabled?: boolean;
  act: TopicFieldsProps["act"];
}

function ActButton({ kind, label, name, at, disabled, act }: ActButtonProps) {
  return (
    <Button
      size="small"
      look="quiet"
      id={`${kind}-${at}`}
      name="act"
      value={`${kind} ${at}`}
      aria-label={`${label}: ${name}`}
      disabled={disabled}
      onClick={(event) => {
        if (!act) return;
        event.preventDefault();
        act(kind, at);
      }}
    >
      {label}
    </Button>
  );
}
