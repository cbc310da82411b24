import fc from "fast-check";
import { expect, test } from "vitest";
import { isSameText, type Section, type SectionText } from "~/site/faq-topic";
import {
  afterEvent,
  beginWriting,
  isSaved,
  type SaveAnswer,
  sendInMs,
  type Writing,
  type WritingEvent,
} from "~/site/screens/faq-editor/autosave";

const text = (title: string, ...questions: string[]) => ({
  title,
  topics: questions.map((question, key) => ({ question, answer: "So.", key })),
});
const section: Section = { id: 3, version: 4, ...text("Billing", "Why?") };
const begun = beginWriting(section, section, false);
const edited = afterEvent(begun, { event: "edit", text: text("Bills", "Why?") });
const after = (writing: Writing, ...happened: WritingEvent[]) => happened.reduce(afterEvent, writing);
const answered = (sent: SectionText, answer: SaveAnswer): WritingEvent => ({ event: "answer", sent, answer });
const newest = (title: string, version = 5) => ({ ...text(title, "Why?"), version });

test("a text is sent one second after its last letter, and is saved once the server has it", () => {
  expect([isSaved(begun), sendInMs(begun)]).toEqual([true, null]);
  expect([isSaved(edited), sendInMs(edited)]).toEqual([false, 1_000]);
  const sending = after(edited, { event: "send" });
  const saved = after(sending, answered(edited.text, { outcome: "saved", version: 5 }));
  expect([isSaved(saved), sendInMs(saved), saved.stored.version]).toEqual([true, null, 5]);
});

test("no save is sent while one runs; text typed meanwhile follows", () => {
  const meanwhile = after(edited, { event: "send" }, { event: "edit", text: text("Bills, and more", "Why?") });
  expect(sendInMs(meanwhile)).toBeNull();
  const next = after(meanwhile, answered(edited.text, { outcome: "saved", version: 5 }));
  expect([isSaved(next), sendInMs(next), next.stored.version]).toEqual([false, 1_000, 5]);
});

test("an unanswered save is sent again, a refused one waits for another text", () => {
  const failed = after(edited, { event: "send" }, answered(edited.text, { outcome: "failed", message: "no answer" }));
  expect([sendInMs(failed), failed.message]).toEqual([5_000, "no answer"]);
  const refused = after(edited, { event: "send" }, answered(edited.text, { outcome: "refused", message: "too long" }));
  expect([sendInMs(refused), refused.message]).toEqual([null, "too long"]);
  expect(sendInMs(after(refused, { event: "edit", text: text("Bill", "Why?") }))).toBe(1_000);
});

test("another editor's text appears in untouched fields", () => {
  const loaded = after(begun, { event: "load", stored: newest("Prices") });
  expect([loaded.text.title, loaded.theirs, isSaved(loaded)]).toEqual(["Prices", null, true]);
});

test("changes by two editors are a conflict: nothing is sent before one text is chosen", () => {
  const conflict = after(
    edited,
    { event: "send" },
    answered(edited.text, { outcome: "conflict", newest: newest("Prices") }),
  );
  expect([conflict.theirs?.title, conflict.text.title, sendInMs(conflict)]).toEqual(["Prices", "Bills", null]);
  const mine = after(conflict, { event: "keep mine" });
  expect([mine.text.title, mine.stored.version, sendInMs(mine)]).toEqual(["Bills", 5, 1_000]);
  const theirs = after(conflict, { event: "take theirs" });
  expect([theirs.text.title, theirs.stored.version, sendInMs(theirs)]).toEqual(["Prices", 5, null]);
});

test("a newer version with the same text (a move) or with the editor's own text is not a conflict", () => {
  const moved = after(edited, { event: "load", stored: newest("Billing") });
  expect([moved.theirs, moved.stored.version, sendInMs(moved)]).toEqual([null, 5, 1_000]);
  const lost = after(edited, { event: "load", stored: newest("Bills") });
  expect([lost.theirs, isSaved(lost)]).toEqual([null, true]);
});

test("after any history, the last typed text is in the fields until the writer takes the other one", () => {
  const event = fc.oneof(
    fc.string({ maxLength: 3 }).map((title): WritingEvent => ({ event: "edit", text: text(title, "Why?") })),
    fc.constant<WritingEvent>({ event: "send" }),
    fc
      .record({ title: fc.string({ maxLength: 3 }), version: fc.integer({ min: 5, max: 9 }) })
      .map(({ title, version }): WritingEvent => ({ event: "load", stored: newest(title, version) })),
    fc.constant<WritingEvent>({ event: "keep mine" }),
  );
  fc.assert(
    fc.property(fc.array(event), (events) => {
      let writing = begun;
      for (const one of events) {
        const before = writing;
        writing = afterEvent(before, one);
        if (one.event === "edit") expect(writing.text).toEqual(one.text);
        else if (!isSaved(before)) expect(isSameText(writing.text, before.text)).toBe(true);
      }
    }),
  );
});
