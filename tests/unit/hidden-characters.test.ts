import { expect, test } from "vitest";
import { ContactFields } from "~/domain/feedback/feedback-fields.server";
import { HIDDEN_CHARACTERS, isWhatItLooksLike } from "~/domain/hidden-characters";
import { isEmailAddress } from "~/domain/accounts/email-address";
import { ONLY_BLANKS, passwordFault } from "~/domain/accounts/password-rules.server";
import { ProfileFields } from "~/domain/accounts/profile/profile-fields.server";
import { RegisterFields } from "~/domain/accounts/register-fields.server";
import { NewPromo } from "~/routes/operator/marketing/marketing-forms.server";

const HIDDEN = ["\u200b", "\u200d", "\u200e", "\u202e", "\u2066", "\u2060", "\ufeff", "\u00ad", "\u3164", "\u{e0041}"];

test.each(HIDDEN)("8: a name or an address with %j is refused with what to do", (sign) => {
  const given = {
    name: `Ad${sign}a`,
    email: `ad${sign}a@test.example`,
    message: "Hello",
    company: `A${sign}B`,
  };
  for (const fields of [RegisterFields, ProfileFields, ContactFields, NewPromo]) {
    const { error } = fields.safeParse(given);
    const said = error?.issues.filter(({ path }) => path[0] === "name").map(({ message }) => message);
    expect(said).toEqual([HIDDEN_CHARACTERS]);
  }
  const ofEmail = RegisterFields.safeParse(given).error?.issues.find(({ path }) => path[0] === "email");
  expect(ofEmail?.message).toBe(HIDDEN_CHARACTERS);
  const ofCompany = ProfileFields.safeParse(given).error?.issues.find(({ path }) => path[0] === "company");
  expect(ofCompany?.message).toBe(HIDDEN_CHARACTERS);
  expect(isEmailAddress(given.email)).toBe(false);
});

test.each(["Ada Lovelace", "Zoë O’Neill-Ødegård", "李小龍", "محمد", "Ann ❤️", "שרה", "ぁ゙"])(
  "%s is what it looks like",
  (name) => {
    expect(isWhatItLooksLike(name)).toBe(true);
  },
);

test("8: ten blanks are no password", () => {
  for (const password of [" ".repeat(10), "\u3000".repeat(12), "\t ".repeat(6)]) {
    expect(passwordFault({ password, confirmation: password, email: "a@test.example" })).toEqual({
      field: "password",
      message: ONLY_BLANKS,
    });
  }
  const phrase = "  words with blanks  ";
  expect(passwordFault({ password: phrase, confirmation: phrase, email: "a@test.example" })).toBeNull();
});
