import { expect, test } from "vitest";
import { screens } from "~/routes.js";

test("each letter after g leads to one screen, and d is the dashboard's", () => {
  const letters = screens.flatMap(({ letter }) => (letter ? [letter] : []));
  expect(letters).toEqual([...new Set(letters)]);
  expect(letters.filter((letter) => !/^[a-z]$/.test(letter) || letter === "d")).toEqual([]);
});
