import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SCRIPTS } from "../../../../worker/cli/completion/scripts";

/** The candidates for a line in a real bash, whose `millrace` prints these answers, after readline's options. */
function completed(typed: string[], answers: string[], files: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "completion-"));
  for (const file of files) writeFileSync(join(folder, file), "");
  const script = `${SCRIPTS["bash"]}
    ${SCRIPTS["bash"]}
    millrace() { printf '%s\\n' "$ANSWERS"; }
    compopt() { echo "$*"; }
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$LINE" COMP_POINT=\${#LINE}
    _millrace 2>&1; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { ...process.env, ANSWERS: answers.join("\n"), LINE: typed.join(" ").replaceAll(/ ?: ?/g, ":") };
  const out = execFileSync("bash", ["--norc", "-c", script, "bash", ...typed], { cwd: folder, env, encoding: "utf8" });
  return { lines: out.trimEnd().split("\n"), files: readdirSync(folder) };
}

test("bash completes NAME: of a task without a backslash or a space", () => {
  expect(completed(["millrace", "cp", "ha"], ["hand:\trunning", ":files"]).lines).toEqual(["-o nospace", "hand:"]);
  expect(completed(["millrace", "cp", "hand", ":"], ["hand:\trunning", ":files"]).lines).toEqual(["-o nospace"]);
  expect(completed(["millrace", "rent", "--volume", "data", ":", "/"], ["data:/srv"]).lines).toEqual(["/srv"]);
});

test("bash completes names of files as files", () => {
  const answer = completed(["millrace", "ssh-key", "add", "a"], [":files"], ["a b.pub"]);
  expect(answer.lines).toEqual(["-o filenames", "a b.pub"]);
});

test("bash runs neither typed text nor a server's names", () => {
  const answer = completed(["millrace", "logs", "$(touch typed)", ">", "kept", "x"], ["x$(touch named)"], ["kept"]);
  expect(answer).toEqual({ lines: ["x$(touch named)"], files: ["kept"] });
});
