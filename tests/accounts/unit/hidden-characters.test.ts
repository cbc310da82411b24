import { expect, test } from "vitest";
import { ContactFields } from "~/site/inside/feedback/feedback-fields.server";
import { hiddenFault, isWhatItLooksLike, trimHidden, withoutHidden } from "~/platform/hidden-characters";
import { isEmailAddress } from "~/accounts/email-address";
import { ONLY_BLANKS, passwordFault } from "~/accounts/inside/password-rules.server";
import { ProfileFields } from "~/accounts/inside/profile/profile-fields.server";
import { RegisterFields } from "~/accounts/inside/register-fields.server";
import { requireTags } from "~/compute/task-tags";
import { cleanText } from "~/platform/http/clean-text";
import { NewPromo } from "~/payments/screens/marketing/marketing-forms.server";

const HIDDEN = ["\u200b", "\u200d", "\u200e", "\u202e", "\u2066", "\u2060", "\ufeff", "\u00ad", "\u3164", "\u{e0041}"];

test.each(HIDDEN)("8: a name or an address with %j is refused with advice", (sign) => {
  const given = {
    name: `Ad${sign}a`,
    email: `ad${sign}a@test.example`,
    message: "Hello",
    company: `A${sign}B`,
  };
  for (const fields of [RegisterFields, ProfileFields, ContactFields, NewPromo]) {
    const { error } = fields.safeParse(given);
    const said = error?.issues.filter(({ path }) => path[0] === "name").map(({ message }) => message);
    expect(said).toEqual(['Character 3, after "Ad", is invisible. Please remove it.']);
  }
  const ofEmail = RegisterFields.safeParse(given).error?.issues.find(({ path }) => path[0] === "email");
  expect(ofEmail?.message).toBe(hiddenFault(given.email));
  const ofCompany = ProfileFields.safeParse(given).error?.issues.find(({ path }) => path[0] === "company");
  expect(ofCompany?.message).toBe(hiddenFault(given.company));
  expect(isEmailAddress(given.email)).toBe(false);
});

test.each(["Ada Lovelace", "Zoë O’Neill-Ødegård", "李小龍", "محمد", "Ann ❤️", "שרה", "ぁ゙"])(
  "%s has no hidden characters",
  (name) => {
    expect(isWhatItLooksLike(name)).toBe(true);
  },
);

test.each([
  ["Persian", "می\u200cخواهم"],
  ["Persian, joined at its end", "ه\u200d"],
  ["Sinhala", "ශ්\u200dරී"],
  ["Hindi", "क्\u200dष"],
  ["Malayalam", "അവന്\u200d"],
  ["a family", "👨\u200d👩\u200d👧"],
  ["a doctor", "👩🏽\u200d⚕️"],
  ["a flag", "🏳️\u200d🌈"],
  ["the flag of England", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
])("F15: a joiner in %s is a letter", (_what, text) => {
  expect(hiddenFault(text)).toBeNull();
  expect(withoutHidden(text)).toBe(text);
  expect(trimHidden(` ${text}\u200b`)).toBe(text);
});

test("F15: a tag is written with joiners too", () => {
  expect(requireTags("می\u200cخواهم")).toEqual(["می\u200cخواهم"]);
});

test.each([
  ["abc\u200bd", 'Character 4, after "abc", is invisible. Please remove it.', "abcd"],
  ["\u202eabc", "Character 1 is invisible. Please remove it.", "abc"],
  ["می\u200c", 'Character 3, after "می", is invisible. Please remove it.', "می"],
  ["می\u200c\u200cخ", 'Character 3, after "می", is invisible. Please remove it.', "میخ"],
  ["👨\u200da", 'Character 2, after "👨", is invisible. Please remove it.', "👨a"],
])("F15: %j is refused by its place, and can be removed", (text, said, without) => {
  expect(hiddenFault(text)).toBe(said);
  expect(withoutHidden(text)).toBe(without);
});

test.each(["\u200bCODE10\u200b", " \ufeff CODE10\u200f\n", "CODE10\u00ad\u200d"])("F19: %j is trimmed", (text) => {
  expect(cleanText(text)).toBe("CODE10");
  expect(cleanText("\u200b")).toBe("");
});

test("8: ten spaces are not a password", () => {
  for (const password of [" ".repeat(10), "\u3000".repeat(12), "\t ".repeat(6)]) {
    expect(passwordFault({ password, confirmation: password, email: "a@test.example" })).toEqual({
      field: "password",
      message: ONLY_BLANKS,
    });
  }
  const phrase = "  words with blanks  ";
  expect(passwordFault({ password: phrase, confirmation: phrase, email: "a@test.example" })).toBeNull();
});
