import { describe, expect, it } from "vitest";
import { emailFault, isEmailAddress } from "~/domain/accounts/email-address";
import { HIDDEN_CHARACTERS } from "~/domain/hidden-characters";
import { M } from "~/domain/messages";

describe("An email address (9.2)", () => {
  it.each([
    "a@b.example",
    "first.last+tag@sub.example",
    "o'neill@people.example",
    "müller@people.example",
    "a@ä.example",
  ])("may be %s", (email) => expect(emailFault(email)).toBeNull());

  it.each([...("," + ';:<>()[]"\\')])("holds no %s, and the refusal names them (M190)", (character) => {
    for (const email of [`a${character}b@people.example`, `a@people${character}.example`])
      expect(emailFault(email)).toBe(M.emailCharacters);
    expect(M.emailCharacters).toContain(character);
  });

  it.each(["", "nobody", "a@b", "a@@b.example", "a b@people.example", `${"a".repeat(250)}@b.example`])(
    "is refused as %s (M81)",
    (email) => expect(emailFault(email)).toBe(M.emailInvalid),
  );

  it("is what it looks like (A36)", () => {
    expect(emailFault("a\u200bb@people.example")).toBe(HIDDEN_CHARACTERS);
    expect(isEmailAddress("a\u202eb@people.example")).toBe(false);
  });
});
