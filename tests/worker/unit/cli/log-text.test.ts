import fc from "fast-check";
import { expect, test } from "vitest";
import { LogText } from "../../../../worker/cli/terminal/log-text";

const RED = "\u001b[31m";
const PLAIN = "\u001b[0m";

test.each([
  { what: "colours", wrote: `${RED}loss${PLAIN} 0.1\n`, shown: `${RED}loss${PLAIN} 0.1\n` },
  { what: "a bar that begins its line again", wrote: "10%\r\u001b[K20%\n", shown: "10%\r\u001b[K20%\n" },
  { what: "tabs and letters of any script", wrote: "a\tb é 学\n", shown: "a\tb é 学\n" },
  { what: "no title", wrote: "a\u001b]0;root@bank\u0007b", shown: "ab" },
  { what: "nothing for the clipboard", wrote: "a\u001b]52;c;cm0gLXJmIH4=\u001b\\b", shown: "ab" },
  { what: "links as their text", wrote: "\u001b]8;;http://x\u0007here\u001b]8;;\u0007", shown: "here" },
  { what: "no line above this one", wrote: "paid\n\u001b[1A\u001b[2Kfree\n", shown: "paid\n\u001b[2Kfree\n" },
  { what: "no question to the terminal", wrote: "\u001b[6n\u001b[c\u001bZ\u001bP+q544e\u001b\\.", shown: "." },
  { what: "no other screen, no reset, no bell", wrote: "\u001b[?1049h\u001bc\u0007.\b\u009b2J", shown: ".2J" },
  { what: "the words of a title without end", wrote: "\u001b]0;half\nnext\n", shown: "0;half\nnext\n" },
])("a log gives the terminal $what", ({ wrote, shown }) => {
  expect(new LogText().shown(wrote)).toBe(shown);
});

test("a sequence in two pieces is one, wherever it is cut", () => {
  const wrote = `a${RED}b\u001b]52;c;eA==\u001b\\c\u001b[2Jd${PLAIN}e`;
  for (let cut = 0; cut <= wrote.length; cut += 1) {
    const text = new LogText();
    expect([cut, text.shown(wrote.slice(0, cut)) + text.shown(wrote.slice(cut))]).toEqual([cut, `a${RED}bcd${PLAIN}e`]);
  }
});

test("of all control sequences, in any pieces, only colours and erasing reach the terminal", () => {
  const part = fc.oneof(
    fc.constantFrom(
      "\u001b",
      "\u001b[",
      "\u001b]",
      "\u001bP",
      "\u001b\\",
      "\u0007",
      "\u009b",
      "3",
      ";",
      "m",
      "K",
      "H",
      "\n",
    ),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = new LogText();
      const shown = parts.map((one) => text.shown(one)).join("");
      expect(shown.replace(/\u001b\[[0-9;:]*[mK]/g, "")).not.toMatch(
        /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/,
      );
    }),
  );
});
