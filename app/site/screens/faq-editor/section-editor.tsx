import { useEffect, useRef, useState } from "react";
import { type Section, type SectionText, TITLE_MAX, TOPICS_MAX } from "~/site/faq-topic";
import { Button } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { classes } from "~/platform/ui/classes";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { type KeyedTopic, type Writing } from "./autosave";
import { DifferenceView } from "./difference-view";
import { SectionActions } from "./section-actions";
import { answeredForm } from "./started";
import { TopicFields } from "./topic-fields";
import { changeTopics, NO_TOPIC, type TopicAct, TOPICS_PER_PAGE } from "./topics-page";
import { useAutosave } from "./use-autosave";

interface SectionEditorProps {
  section: Section;
  page: number;
  mayWrite: boolean;
  /** The answer to the section's form, sent without the script. */
  answer: unknown;
}

/** One section: the script saves its fields as the user types; without it, buttons do. */
export function SectionEditor({ section, page, mayWrite, answer }: SectionEditorProps) {
  const from = (page - 1) * TOPICS_PER_PAGE;
  const stored = section.topics.slice(from, from + TOPICS_PER_PAGE).length;
  const answered = answeredForm(answer, section, stored);
  const { writing, saved, happen, save } = useAutosave(section, answered);
  const live = useTookOver();
  const { text, theirs } = writing;
  const shown = text.topics.slice(from, from + TOPICS_PER_PAGE);
  const edit = (topics: KeyedTopic[]) => happen({ event: "edit", text: { ...text, topics } });
  const act = useTopicActs(text.topics, edit);
  const pages = Math.max(1, Math.ceil(text.topics.length / TOPICS_PER_PAGE));
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {theirs ? (
        <Conflict sectionId={section.id} own={text} theirs={theirs} happen={live ? happen : null} />
      ) : (
        <Refused answer={live ? undefined : answered?.refusal} />
      )}
      <Panel
        title={section.title}
        padded={false}
        actions={<SectionActions section={section} unsaved={live && !saved} mayWrite={mayWrite} />}
      >
        <PostForm
          intent="save-section"
          aria-label="Section"
          onSubmit={(event) => {
            if (!live) return;
            event.preventDefault();
            if (!saved && !writing.saving) void save();
          }}
        >
          <HiddenFields
            fields={{ id: section.id, version: section.version, from, shown: stored, count: shown.length }}
          />
          {/* The first button of a form is the one that Enter presses. */}
          <button className="hidden" tabIndex={-1} aria-hidden disabled={!mayWrite} />
          <label className="flex flex-col gap-1.5 border-b px-4 py-4 text-sm font-medium sm:px-5">
            Title
            <input
              name="title"
              value={text.title}
              onChange={({ target }) => happen({ event: "edit", text: { ...text, title: target.value } })}
              maxLength={TITLE_MAX}
              readOnly={!mayWrite}
              autoComplete="off"
              className="control font-normal"
            />
          </label>
          <div className="divide-y">
            {shown.map((topic, onPage) => (
              <TopicFields
                key={topic.key}
                topic={topic}
                onPage={onPage}
                at={from + onPage}
                topics={text.topics.length}
                mayWrite={mayWrite}
                html={answered?.html[onPage]}
                edit={live ? (changed) => edit(text.topics.with(from + onPage, { ...topic, ...changed })) : null}
                act={live ? act : null}
              />
            ))}
          </div>
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
                  act("add", text.topics.length);
                }}
              >
                Add topic
              </Button>
              <SaveLine writing={writing} saved={saved} live={live} />
            </div>
          ) : null}
        </PostForm>
        {pages > 1 ? <Pager name="topics" page={page} pages={pages} /> : null}
      </Panel>
    </div>
  );
}

function HiddenFields({ fields }: { fields: Record<string, number> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** Shows whether the text is saved (2.4), and otherwise the reason. Its space is reserved before the script runs. */
function SaveLine({ writing: { saving, message }, saved, live }: { writing: Writing; saved: boolean; live: boolean }) {
  return (
    <p
      role="status"
      className={classes(
        "min-w-0 flex-1 basis-40 text-sm [overflow-wrap:anywhere]",
        message === "" ? "text-muted" : "text-danger",
        !live && "invisible",
      )}
    >
      {saved ? "Saved" : saving ? "Saving…" : "Not saved"}
      {message === "" ? null : `: ${message}`}
    </p>
  );
}

interface ConflictProps {
  sectionId: number;
  own: SectionText;
  theirs: SectionText;
  /** Null without JavaScript: a link and the form's own button replace it. */
  happen: ((happened: { event: "keep mine" | "take theirs" }) => void) | null;
}

/** Two people wrote in one section: what differs, and which text counts. The other one stays in the history. */
function Conflict({ sectionId, own, theirs, happen }: ConflictProps) {
  return (
    <section aria-label="Two texts" className="flex flex-col gap-4 rounded-panel border border-warn bg-surface p-4">
      <div role="alert">
        <p className="font-medium">Somebody else changed this section while you wrote.</p>
        <p className="text-sm text-muted">
          Your text is in the fields below. Here is what differs:{" "}
          <del className="rounded-sm bg-danger-soft px-1 text-danger">theirs</del>{" "}
          <ins className="rounded-sm bg-ok-soft px-1 text-ok no-underline">yours</ins>
        </p>
      </div>
      <DifferenceView old={theirs} present={own} />
      <div className="flex flex-wrap gap-2">
        {happen ? (
          <>
            <Button type="button" onClick={() => happen({ event: "take theirs" })}>
              Take theirs
            </Button>
            <Button type="button" look="primary" onClick={() => happen({ event: "keep mine" })}>
              Keep mine
            </Button>
          </>
        ) : (
          <ButtonLink to={`/dashboard/faq?section=${sectionId}`}>Take theirs</ButtonLink>
        )}
      </div>
      <p className="text-sm text-muted">
        {happen ? "Keep mine" : "Save below"} puts your text in place of theirs, which stays in the history. Take theirs
        drops yours.
      </p>
    </section>
  );
}

/** Adds, removes and moves topics, which keep their fields, and focuses the requested one. */
function useTopicActs(topics: readonly KeyedTopic[], edit: (topics: KeyedTopic[]) => void) {
  const focus = useRef("");
  useEffect(() => {
    if (focus.current === "") return;
    document.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = "";
  });
  return (kind: TopicAct, at: number) => {
    const newKey = 1 + Math.max(-1, ...topics.map(({ key }) => key));
    edit(changeTopics<KeyedTopic>(topics, kind, at, { ...NO_TOPIC, key: newKey }));
    const to = kind === "up" ? at - 1 : kind === "down" ? at + 1 : Math.max(0, at - 1);
    focus.current = kind === "add" ? `#topic-${at} input` : `#${kind}-${to}:enabled, #topic-${to} summary`;
  };
}

/** False until the script has taken the page over. */
function useTookOver(): boolean {
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  return live;
}
