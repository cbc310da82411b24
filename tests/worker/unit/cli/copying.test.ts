import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { asEnd, placeOf, planCopy } from "../../../../worker/cli/commands/cp";
import { asShell } from "../../../../worker/cli/commands/ssh";

test.each([
  ["train:/root/x", { task: "train", path: "/root/x" }],
  ["train:", { task: "train", path: "." }],
  ["./a:b", { task: null, path: "./a:b" }],
  ["/tmp/a:b", { task: null, path: "/tmp/a:b" }],
  ["file.txt", { task: null, path: "file.txt" }],
])("%s is a place", (typed, place) => {
  expect(placeOf(typed)).toEqual(place);
});

test("sources and destinations", () => {
  expect(planCopy(["a", "b", "train:x"])).toMatchObject({ task: "train", to: { path: "x" } });
  expect(planCopy(["train:x", "train:y", "."])).toMatchObject({ task: "train", from: [{ path: "x" }, { path: "y" }] });
});

test.each([[["a"]], [["a", "b"]], [["one:x", "two:y"]], [["one:x", "two:y", "."]], [["one:x", "here", "."]]])(
  "%j has nothing that can be copied",
  (typed) => {
    expect(() => planCopy(typed)).toThrow();
  },
);

test("a shell parses a printed command into the same words", () => {
  const words = ["a b", "it's", '"', "$HOME", "`x`", "plain", ""];
  const read = execFileSync("sh", ["-c", `printf '%s\\n' ${asShell(words)}`], { encoding: "utf8" });
  expect(read.split("\n").slice(0, -1)).toEqual(words);
});

test.each([
  ["./a:b", "./a:b"],
  ["/tmp/a:b", "/tmp/a:b"],
  ["_a:b", "./_a:b"],
  ["-x:b", "./-x:b"],
  ["[h]:b", "./[h]:b"],
  ["é:b", "./é:b"],
  ["rsync://evil/x", "./rsync://evil/x"],
  ["a b:c/d", "./a b:c/d"],
  ["plain", "plain"],
])("%s here is no host to scp and rsync", (path, end) => {
  expect(asEnd({ task: null, path }, "203.0.113.17")).toBe(end);
});

test("a path in a task is its own", () => {
  expect(asEnd({ task: "train", path: "a:b" }, "203.0.113.17")).toBe("203.0.113.17:a:b");
  expect(asEnd({ task: "train", path: "x" }, "2001:db8::1")).toBe("[2001:db8::1]:x");
});
