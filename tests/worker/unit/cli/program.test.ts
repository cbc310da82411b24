import type { Command } from "commander";
import { expect, test } from "vitest";
import { complete, type Kind } from "../../../../worker/cli/completion/complete";
import type { CliEnv } from "../../../../worker/cli/env";
import { EXIT } from "../../../../worker/cli/failure";
import { makeProgram } from "../../../../worker/cli/program";
import { widthOf } from "../../../../worker/cli/terminal/text";
import { text } from "../../../support/source";

const env = { home: "/nowhere", folder: "/nowhere/.config/millrace" } as CliEnv;
const everyCommand = (of: Command): Command[] => [of, ...of.commands.flatMap(everyCommand)];
const nameOf = (command: Command): string =>
  [command.parent && nameOf(command.parent), command.name()].filter(Boolean).join(" ");

test.each(everyCommand(makeProgram(env)).map((command) => [nameOf(command), command] as const))(
  "help of `%s` fits a screen and is never cut",
  (_, command) => {
    const lines = command.helpInformation().trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
    expect(lines.filter((line) => line.endsWith("…"))).toEqual([]);
  },
);

test("docs/cli.md names every command and every exit code, with its number", () => {
  const page = text("docs/cli.md");
  const numbers = [...page.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code));
  expect(numbers).toEqual(Object.values(EXIT));
  const commands = everyCommand(makeProgram(env)).filter(
    (one) => !one.name().startsWith("__") && one.commands.length === 0,
  );
  for (const command of commands) expect(page).toContain(`\`${nameOf(command)}`);
});

const known = async (kind: Kind) =>
  ({ task: [{ word: "train", about: "running" }], gpu: [{ word: "a5000" }] })[kind as "task"] ?? [];
const words = async (...typed: string[]) => (await complete(makeProgram(env), typed, known)).map(({ word }) => word);

test("Tab knows commands, options, their values, tasks and GPU types", async () => {
  expect(await words("lo")).toEqual(["logs", "login", "logout"]);
  expect(await words("")).not.toContain("__complete");
  expect(await words("rent", "")).toEqual(["a5000"]);
  expect(await words("rent", "a5000", "--netw")).toEqual(["--network"]);
  expect(await words("rent", "a5000", "--network", "")).toEqual(["ethernet", "infiniband"]);
  expect(await words("ssh", "t")).toEqual(["train"]);
  expect(await words("--json", "kill", "--yes", "")).toEqual(["train"]);
  expect(await words("kill", "train", "")).toEqual(["train"]);
  expect(await words("ls", "train", "")).toEqual([]);
  expect(await words("cp", "")).toEqual(["train:", ":files"]);
  expect(await words("config", "")).toEqual(["ssh"]);
  expect(await words("ssh-key", "add", "")).toEqual([":files"]);
  expect(await words("volumes", "sn")).toEqual(["snapshot"]);
  expect(await words("completion", "z")).toEqual(["zsh"]);
  expect(await words("ssh", "train", "--", "")).toEqual([]);
});
