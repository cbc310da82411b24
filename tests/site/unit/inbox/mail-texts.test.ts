import { describe, expect, test } from "vitest";
import { fillAnswer } from "~/site/inside/inbox/fill-answer";
import { splitQuoted, storableText, subjectOf, textOfHtml, tokensIn } from "~/site/inside/inbox/mail-texts";

describe("Texts of mails are stored as they can be shown (22.5)", () => {
  test.each([
    ["a\0b", "a\u{fffd}b"],
    ["a\ud800b", "a\u{fffd}b"],
    ["safe\u202eexe", "safe\u{fffd}exe"],
    ["zero\u200bwidth", "zero\u{fffd}width"],
    ["one\r\ntwo\rthree", "one\ntwo\nthree"],
    ["  tab\tstays  ", "tab\tstays"],
    ["👩‍👩‍👧 می‌خواهم", "👩‍👩‍👧 می‌خواهم"],
  ])("%j", (given, stored) => expect(storableText(given)).toBe(stored));

  test("10 MB are cut to 100,000 characters, and say so", () => {
    const stored = storableText("😀".repeat(5_000_000));
    expect([...stored].length).toBe(100_000 + "\n[cut]".length);
    expect(stored.endsWith("\n[cut]")).toBe(true);
  });

  test.each([
    ["First line\nsecond", "First line"],
    ["\n\n  Late  start ", "Late start"],
    ["", "No subject"],
    ["x".repeat(100), `${"x".repeat(79)}…`],
    ["a\u0000\u202eb", "a\u{fffd}\u{fffd}b"],
  ])("the subject of %j", (given, subject) => expect(subjectOf(given)).toBe(subject));
});

describe("HTML is only ever read as text", () => {
  test.each([
    ["<p>One</p><p>Two<br>Three</p>", "One\n\nTwo\nThree"],
    ["<head><title>x</title></head><style>p{}</style>Hello <b>you</b>", "Hello you"],
    ["<script>alert(1)</script>safe", "safe"],
    ["&lt;script&gt; &amp; &#65;&#x42; &nope; &#xffffff;", "<script> & AB &nope; &#xffffff;"],
    ["broken <a href='", "broken"],
    ["", ""],
  ])("%j", (html, text) => expect(textOfHtml(html)).toBe(text));
});

describe("Quoted text is divided from what its sender wrote", () => {
  test.each([
    [
      "Thanks!\n\nOn Mon, 3 May 2027, Support wrote:\n> Here it is.",
      "Thanks!",
      "On Mon, 3 May 2027, Support wrote:\n> Here it is.",
    ],
    ["Thanks!\n> Here it is.\n> Bye", "Thanks!", "> Here it is.\n> Bye"],
    ["> When?\nToday.\n> Where?\nHere.", "> When?\nToday.\n> Where?\nHere.", ""],
    ["Yes\n-----Original Message-----\nFrom: us", "Yes", "-----Original Message-----\nFrom: us"],
    ["> only quoted", "> only quoted", ""],
    ["", "", ""],
  ])("%j", (text, own, quoted) => expect(splitQuoted(text)).toEqual({ own, quoted }));
});

test("tokens are found in our addresses and Message-IDs, in any case, and nowhere else", () => {
  const [a, b] = ["0123456789abcdef".repeat(2), "fedcba9876543210".repeat(2)];
  expect(tokensIn(`Inbox <inbox+${a.toUpperCase()}@x.example>, <${b}.0123456789abcdef@x.example>`)).toEqual([a, b]);
  expect(tokensIn(`${a}@x.example +${a.slice(1)}@x.example <${a}@x.example.`)).toEqual([a]);
  expect(tokensIn("<1@example.com> ".repeat(10_000))).toEqual([]);
});

test("a saved answer is filled in once: what is filled in is not read again", () => {
  expect(fillAnswer("{name} {subject} {me} {x}", { name: "{me}", subject: "$&", me: "Op" })).toBe("{me} $& Op {x}");
  expect(fillAnswer("Hello {name}", { name: "", subject: "", me: "" })).toBe("Hello there");
});

/** Reading that looks at each blank again for each other one takes over half a minute for these. */
const FAR_TOO_LONG_MS = 15_000;

describe("Texts of strangers take a time that grows with their length", () => {
  test.each([
    ["blanks between tags", () => textOfHtml(`${"<b> ".repeat(250_000)}x`)],
    ["blanks as entities", () => textOfHtml(`${"&#32;".repeat(200_000)}x`)],
    ["beginnings of tags", () => textOfHtml("<p ".repeat(330_000))],
    ["beginnings of entities", () => storableText(textOfHtml("&#".repeat(500_000))).slice(0, 9)],
    ["quoted lines", () => splitQuoted(">\n".repeat(500_000)).quoted.slice(0, 9)],
    ["marks on one letter", () => storableText(`a${"\u0315\u0300".repeat(100_000)}`)],
  ])(
    "%s",
    (_what, read) => {
      expect(read().length).toBeLessThan(100);
    },
    FAR_TOO_LONG_MS,
  );
});
