import type { Command, Option } from "commander";

/** Kinds of values that the program looks up when Tab asks for them. */
export type Kind = "task" | "gpu" | "profile" | "image" | "template" | "volume" | "cluster";

export interface Candidate {
  word: string;
  about?: string;
}

/** A line among the candidates for which the shell adds names of files. */
const FILES: Candidate = { word: ":files" };

/** Kind of value of an argument or an option, by its name. */
const KINDS: Record<string, Kind> = {
  name: "task",
  names: "task",
  "from-to": "task",
  gpu: "gpu",
  volume: "volume",
  "--profile": "profile",
  "--image": "image",
  "--template": "template",
  "--volume": "volume",
  "--cluster": "cluster",
};
const TAKES_FILES = ["from-to", "file", "--identity", "--ssh-key"];
const WORDS: Record<string, string[]> = {
  shell: ["bash", "zsh", "fish"],
  "--gpus": ["1", "2", "4", "8", "16", "32", "64"],
  "--network": ["ethernet", "infiniband"],
  "--agent": ["no-agent", "stats", "stats-watchdog", "block-mining"],
  "--idle-minutes": ["15", "30", "60"],
};

type LookUp = (kind: Kind) => Promise<Candidate[]>;

/** Completes the last word. Words behind `--` belong to a command that runs in the task, so they have no candidates. */
export async function complete(program: Command, typed: readonly string[], lookUp: LookUp): Promise<Candidate[]> {
  const partial = typed.at(-1) ?? "";
  const before = typed.slice(0, -1);
  if (before.includes("--")) return [];
  const all = await candidates(program, before, partial.startsWith("-"), lookUp);
  return all.filter((one) => one === FILES || one.word.startsWith(partial));
}

async function candidates(
  program: Command,
  before: readonly string[],
  wantsOption: boolean,
  lookUp: LookUp,
): Promise<Candidate[]> {
  const { command, args, option } = parse(program, before);
  if (option) return await valuesOf(option.long ?? "", lookUp);
  if (wantsOption) return optionsOf(command);
  const commands = command.commands.filter((one) => !one.name().startsWith("__"));
  if (commands.length > 0) return commands.map((one) => ({ word: one.name(), about: one.description() }));
  const last = command.registeredArguments.at(-1);
  const argument = command.registeredArguments[args] ?? (last?.variadic ? last : undefined);
  return argument ? await valuesOf(argument.name(), lookUp) : [];
}

/** The command of a line, the number of its arguments, and the option whose value comes next. */
function parse(program: Command, words: readonly string[]) {
  let command = program;
  let args = 0;
  let option: Option | undefined;
  for (const word of words) {
    if (option) option = undefined;
    else if (word.startsWith("-")) {
      const found = [...command.options, ...program.options].find(({ short, long }) => word === short || word === long);
      option = found?.required ? found : undefined;
    } else {
      const next = command.commands.find((one) => one.name() === word);
      if (next) command = next;
      else args += 1;
    }
  }
  return { command, args, option };
}

async function valuesOf(name: string, lookUp: LookUp): Promise<Candidate[]> {
  const kind = KINDS[name];
  const found = kind ? await lookUp(kind) : [];
  return [
    ...(WORDS[name] ?? []).map((word) => ({ word })),
    // `millrace cp` takes NAME:PATH.
    ...(name === "from-to" ? found.map((one) => ({ ...one, word: `${one.word}:` })) : found),
    ...(TAKES_FILES.includes(name) ? [FILES] : []),
  ];
}

function optionsOf(command: Command | null): Candidate[] {
  if (!command) return [];
  const own = command.options.filter(({ hidden }) => !hidden);
  return [
    ...own.map(({ long, description }) => ({ word: long ?? "", about: description })),
    ...optionsOf(command.parent),
  ];
}
