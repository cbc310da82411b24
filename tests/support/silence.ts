import { afterEach, beforeEach, expect } from "vitest";

// Output on console.error is a fault that nobody expected: the test in which it happens fails.
const said: string[] = [];
const speak = console.error;

console.error = (...words: unknown[]) => {
  said.push(words.map(String).join(" "));
  speak(...words);
};

beforeEach(() => {
  said.length = 0;
});

afterEach(() => {
  expect(said, "console.error was called").toEqual([]);
});
