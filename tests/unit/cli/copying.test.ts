import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { placeOf, planCopy } from "../../../worker/cli/commands/cp";
import { asShell } from "../../../worker/cli/commands/ssh";

test.each([
  ["train:/root/x", { task: "train", path: "/root/x" }],
  ["train:", { task: "train", path: "." }],
  ["./a:b", { task: null, path: "./a:b" }],
  ["/tmp/a:b", { task: null, path: "/tmp/a:b" }],
  ["file.txt", { task: null, path: "file.txt" }],
])("%s is a place", (typed, place) => {
  expect(placeOf(typed)).toEqual(place);
});

test("what goes where", () => {
  expect(planCopy(["a", "b", "train:x"])).toMatchObject({ task: "train", to: { path: "x" } });
  expect(planCopy(["train:x", "train:y", "."])).toMatchObject({ task: "train", from: [{ path: "x" }, { path: "y" }] });
});

test.each([[["a"]], [["a", "b"]], [["one:x", "two:y"]], [["one:x", "two:y", "."]], [["one:x", "here", "."]]])(
  "%j says nothing that can be copied",
  (typed) => {
    expect(() => planCopy(typed)).toThrow();
  },
);

test("a printed command is read by a shell as the same words", () => {
  const words = ["a b", "it's", '"', "$HOME", "`x`", "plain", ""];
  const read = execFileSync("sh", ["-c", `printf '%s\\n' ${asShell(words)}`], { encoding: "utf8" });
  expect(read.split("\n").slice(0, -1)).toEqual(words);
});
