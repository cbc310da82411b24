import { expect, test } from "vitest";
import { Refusal } from "~/platform/refusal";
import { cleanText, cleanValue } from "~/platform/http/clean-text";

test("texts are trimmed and normalised to one Unicode form", () => {
  expect(cleanText("  Zu\u0308rich \r\n")).toBe("Zürich");
  expect(cleanText("one\r\ntwo\tthree")).toBe("one\ntwo\tthree");
});

test("NUL and control characters are refused with M09", () => {
  for (const text of ["a\0b", "a\u0007b", "a\u007fb", "a\u0085b", "a\rb", "a\ud800b"]) {
    expect(() => cleanText(text)).toThrow(Refusal);
    expect(() => cleanValue({ deep: [{ text }] })).toThrow("The request could not be read.");
  }
});

test("passwords are taken unchanged", () => {
  const given = { password: " a\u0007 ", password_confirmation: " b ", current_password: " c ", name: " d " };
  expect(cleanValue(given)).toEqual({ ...given, name: "d" });
});

test("a key named __proto__ stays a plain member and changes nothing else", () => {
  const clean = cleanValue(JSON.parse('{"__proto__": {"role": "admin"}, "name": "x"}')) as { role?: string };
  expect(clean.role).toBeUndefined();
  expect(({} as { role?: string }).role).toBeUndefined();
});
