import { expect, test } from "vitest";
import { NOTICE_MS, type ShownNotices, withNotice, withoutAnswers } from "~/platform/ui/shown-notices";

const APPLIED = { retcode: "OK", message: "Code applied." } as const;
const none: ShownNotices = { shown: [] };
const messages = ({ shown }: ShownNotices) => shown.map(({ message }) => message);
const answered = withNotice(none, { notice: APPLIED, answer: true, nowMs: 0 });

test("a form's answer and a live notice with the same text are shown once", () => {
  const both = withNotice(answered, { notice: { ...APPLIED, url: "/billing" }, answer: false, nowMs: 900 });
  expect(both.shown).toMatchObject([{ message: "Code applied.", url: "/billing", answer: true }]);
  const liveFirst = withNotice(none, { notice: APPLIED, answer: false, nowMs: 0 });
  expect(messages(withNotice(liveFirst, { notice: APPLIED, answer: true, nowMs: 900 }))).toHaveLength(1);
});

test("an answer disappears when the next form is sent, and does not return with a late live message", () => {
  const next = withoutAnswers(answered);
  expect(messages(next)).toEqual([]);
  expect(messages(withNotice(next, { notice: APPLIED, answer: false, nowMs: 900 }))).toEqual([]);
});

test("the same words after that are news, as are different words at once", () => {
  const next = withoutAnswers(answered);
  const again = withNotice(next, { notice: APPLIED, answer: false, nowMs: NOTICE_MS });
  expect(messages(again)).toEqual(["Code applied."]);
  const other = withNotice(next, {
    notice: { ...APPLIED, message: "Task started." },
    answer: false,
    nowMs: 1,
  });
  expect(messages(other)).toEqual(["Task started."]);
});
