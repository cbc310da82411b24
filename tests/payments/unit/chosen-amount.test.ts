import { describe, expect, test } from "vitest";
import { Refusal } from "~/platform/refusal";
import { chosenAmount } from "~/payments/screens/add-funds/chosen-amount";

describe("The amount to pay is the one that the customer chose or typed", () => {
  test.each([
    { amount: "75", preset: "", shown: "", meant: "75", how: "the amount alone, as programs send it" },
    { amount: "50.00", preset: "50", shown: "50.00", meant: "50.00", how: "nothing touched" },
    { amount: "50.00", preset: "100", shown: "50.00", meant: "100", how: "a preset, without script" },
    { amount: "75", preset: "50", shown: "50.00", meant: "75", how: "typed, without script" },
    { amount: "100.00", preset: "100", shown: "50.00", meant: "100.00", how: "a preset, with the script" },
    { amount: "75", preset: "", shown: "50.00", meant: "75", how: "typed, with the script" },
    { amount: "abc", preset: "50", shown: "50.00", meant: "abc", how: "typed badly: the field says so" },
  ])("$how: $meant", ({ meant, ...given }) => expect(chosenAmount(given)).toBe(meant));

  test("two amounts that contradict each other are refused, never guessed", () => {
    expect(() => chosenAmount({ amount: "75", preset: "100", shown: "50.00" })).toThrow(Refusal);
  });
});
