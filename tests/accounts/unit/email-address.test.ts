import { describe, expect, it } from "vitest";
import { emailFault, isEmailAddress } from "~/accounts/email-address";
import { hiddenFault } from "~/platform/hidden-characters";
import { M } from "~/messages";

describe("An email address (9.2)", () => {
  it.each([
    "a@b.example",
    "first.last+tag@sub.example",
    "o'neill@people.example",
    "a.b-c_d@mail.sub-domain.example",
    "a@xn--bcher-kva.example",
    "a@people.xn--p1ai",
    "a@123.example",
    "1@b.co",
  ])("may be %s", (email) => expect(emailFault(email)).toBeNull());

  it.each([...("," + ';:<>()[]"\\')])("contains no %s, and the refusal names them (M190)", (character) => {
    for (const email of [`a${character}b@people.example`, `a@people${character}.example`])
      expect(emailFault(email)).toBe(M.emailCharacters);
    expect(M.emailCharacters).toContain(character);
  });

  it.each(["müller@people.example", "a@ä.example", "ａｂ@people.example", "a@ｐeople.example"])(
    "has plain letters, so not %s (M390)",
    (email) => expect(emailFault(email)).toBe(M.emailLetters),
  );

  it.each([
    ...["a@b..cc", ".a@people.example", "a.@people.example", "a..b@people.example", "a@.people.example"],
    ...["a@-people.example", "a@people-.example", "a@people.example.", "a@people.-example", "a@127.0.0.1", "a@1.2"],
    ...[`${"a".repeat(65)}@people.example`, `a@${"b".repeat(64)}.example`, "a@people_x.example", "a@b.c1-"],
  ])("is refused as %s (M81)", (email) => expect(emailFault(email)).toBe(M.emailInvalid));

  it.each(["", "nobody", "a@b", "a@@b.example", "a b@people.example", `${"a".repeat(250)}@b.example`])(
    "is refused as %s (M81)",
    (email) => expect(emailFault(email)).toBe(M.emailInvalid),
  );

  it("contains no hidden characters (A36)", () => {
    expect(emailFault("a\u200bb@people.example")).toBe(hiddenFault("a\u200bb@people.example"));
    expect(isEmailAddress("a\u202eb@people.example")).toBe(false);
  });
});
