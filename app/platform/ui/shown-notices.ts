import type { NoticeText } from "./use-root-data";

/** Time for which a notice is shown (2.1). */
export const NOTICE_MS = 10_000;

interface ShownNotice extends NoticeText {
  id: number;
  /** True for an answer to a form; the next form replaces it. */
  answer: boolean;
}

export interface ShownNotices {
  shown: ShownNotice[];
  /** The answer to the last form: the same event may arrive again as a live event. */
  answered?: { message: string; atMs: number };
}

interface Incoming {
  notice: NoticeText;
  /** True for an answer to a form. */
  answer: boolean;
  nowMs: number;
}

/**
 * Adds a notice. Equal words appear once, whether they came as a form's answer, live, or both. Words that the next form
 * has replaced do not come back with a late live event.
 */
export function withNotice(notices: ShownNotices, { notice, answer, nowMs }: Incoming): ShownNotices {
  const { shown, answered } = notices;
  const same = shown.find(({ message }) => message === notice.message);
  const isRepeated = answered?.message === notice.message && nowMs - answered.atMs < NOTICE_MS;
  if (!answer && !same && isRepeated) return notices;
  const id = Math.max(0, ...shown.map((one) => one.id)) + 1;
  return {
    shown: [...shown.filter((one) => one !== same), { ...notice, answer: answer || same?.answer === true, id }],
    answered: answer ? { message: notice.message, atMs: nowMs } : answered,
  };
}

/** Removes the answers when the next form is sent. "Saved" next to a refusal would read as one message. */
export function withoutAnswers(notices: ShownNotices): ShownNotices {
  return { ...notices, shown: notices.shown.filter(({ answer }) => !answer) };
}

export function withoutNotice(notices: ShownNotices, id: number): ShownNotices {
  return { ...notices, shown: notices.shown.filter((one) => one.id !== id) };
}
