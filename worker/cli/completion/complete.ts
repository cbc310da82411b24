import type { Command, Option } from "commander";

/** What may stand at a place of the line, where it is more than the program's own words. */
export type Kind = "task" | "gpu" | "profile" | "image" | "template" | "volume" | "cluster" | "file";

export interface Candidate {
  word: string;
  about?: string;
}

export interface Completed {
  candidates: Candidate[];
  /** Names of files may stand there too. */
  files: boolean;
}

/** What an argument or option is about, by its name. */
const KINDS: Record<string, Kind[]> = {
  name: ["task"],
  names: ["task"],
  gpu: ["gpu"],
  "from-to": ["task", "file"],
  file: ["file"],
  volume: ["volume"],
  "--profile": ["profile"],
  "--image": ["image"],
  "--template": ["template"],
  "--volume": ["volume"],
  "--cluster": ["cluster"],
  "--identity": ["file"],
  "--ssh-key": ["file"],
};
const WORDS: Record<string, string[]> = {
  shell: ["bash", "zsh", "fish"],
  "--gpus": ["1", "2", "4", "8", "16", "32", "64"],
  "--network": ["ethernet", "infiniband"],
  "--agent": ["no-agent", "stats", "stats-watchdog", "block-mining"],
  "--idle-minutes": ["15", "30", "60"],
};

/**
 * What may stand where the last of these words is being typed. `known` looks up what only the server knows; words of a command
 * that is run elsewhere, behind `--`, are not ours.
 */
export async function complete(
  program: Command,
  typed: readonly string[],
  known: (kind: Kind) => Promise<Candidate[]>,
): Promise<Completed> {
  const partial = typed.at(-1) ?? "";
  const before = typed.slice(0, -1);
  if (before.includes("--")) return { candidates: [], files: false };
  const { command, args, waiting } = walk(program, before);
  if (waiting) return await named(waiting.long ?? "", partial, known);
  if (partial.startsWith("-")) return starting(partial, optionsOf(command));
  const commands = command.commands.filter((one) => !isHidden(one));
  if (commands.length > 0) {
    return starting(
      partial,
      commands.map((one) => ({ word: one.name(), about: one.description() })),
    );
  }
  const places = command.registeredArguments;
  const place = places[Math.min(args, places.length - 1)];
  if (!place || (args >= places.length && !place.variadic)) return starting(partial, []);
  const found = await named(place.name(), partial, known);
  if (command.name() !== "cp") return found;
  return {
    ...found,
    candidates: found.candidates.map(({ word, about }) => ({ word: `${word}:`, ...(about ? { about } : {}) })),
  };
}

/** The command that is meant, how many of its arguments are there, and the option whose value comes next. */
function walk(program: Command, words: readonly string[]) {
  let command = program;
  let args = 0;
  let waiting: Option | null = null;
  for (const word of words) {
    if (waiting) waiting = null;
    else if (word.startsWith("-")) {
      const option = [...command.options, ...program.options].find(
        ({ short, long }) => word === short || word === long,
      );
      waiting = option?.required ? option : null;
    } else {
      const next = command.commands.find((one) => one.name() === word);
      if (next) command = next;
      else args += 1;
    }
  }
  return { command, args, waiting };
}

async function named(name: string, partial: string, known: (kind: Kind) => Promise<Candidate[]>): Promise<Completed> {
  const kinds = KINDS[name] ?? [];
  const asked = await Promise.all(kinds.filter((kind) => kind !== "file").map(known));
  const words = (WORDS[name] ?? []).map((word) => ({ word }));
  return starting(partial, [...words, ...asked.flat()], kinds.includes("file"));
}

function starting(partial: string, all: readonly Candidate[], files = false): Completed {
  return { candidates: all.filter(({ word }) => word.startsWith(partial)), files };
}

function optionsOf(command: Command): Candidate[] {
  const all: Option[] = [];
  for (let one: Command | null = command; one; one = one.parent) all.push(...one.options);
  return all
    .filter(({ hidden, long }) => !hidden && long)
    .map(({ long, description }) => ({ word: long ?? "", about: description }));
}

function isHidden(command: Command): boolean {
  return command.name().startsWith("__");
}
