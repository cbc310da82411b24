import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Notice } from "~/platform/ui/notice";

test.each([
  { retcode: "OK", answer: true, word: "Done" },
  { retcode: "ERROR", answer: true, word: "Not done" },
  // News of a balance that lasts for a day is no deed.
  { retcode: "OK", answer: false, word: "" },
  { retcode: "ERROR", answer: false, word: "Please note" },
] as const)("A notice of $retcode begins with $word if it is an answer: $answer", ({ retcode, answer, word }) => {
  const notice = { retcode, message: "Your balance lasts for less than 24 hours." };
  const html = renderToStaticMarkup(<Notice notice={notice} answer={answer} forMs={0} onEnd={() => {}} />);
  expect(html).toContain(`>${word}</span>${notice.message}`);
});
