import type { Add, Context } from "../context";
import { Failure } from "../failure";
import { asArguments, type Connection } from "../ssh/connection";
import { runProgram } from "../ssh/run-program";
import { asShell, reach } from "./ssh";

interface Options {
  recursive?: boolean;
  rsync?: boolean;
  identity?: string;
  quiet?: boolean;
}

export const cp: Add = (program, act) => {
  program
    .command("cp")
    .summary("Copy files to or from a task")
    .description("Copy files to a task (cp FILE NAME:PATH) or from it (cp NAME:PATH .)")
    .argument("<from-to...>", "files or NAME:PATH; the last one is the destination")
    .option("-r, --recursive", "copy directories")
    .option("-i, --identity <file>", "private key; default: local keys stored in your account")
    .option("-q, --quiet", "hide the progress")
    .option("--rsync", "copy only changes with rsync; both sides need it")
    .action(
      act(async (context: Context, places: string[], options: Options) => {
        const { task, from, to } = planCopy(places);
        const connection = await reach(context, task, options);
        const ends = [...from, to].map((place) => asEnd(place, connection.host));
        const quiet = options.quiet || context.out.json || !context.out.isWatched;
        const [name, args] = options.rsync
          ? (["rsync", rsyncArguments(connection, { ...options, quiet })] as const)
          : (["scp", scpArguments(connection, { ...options, quiet })] as const);
        process.exitCode = await runProgram(name, [...args, "--", ...ends]);
        if (context.out.json && process.exitCode === 0) context.out.value({ retcode: "OK", task });
      }),
    );
};

export interface Place {
  task: string | null;
  path: string;
}

/** Parses `NAME:PATH` as scp does; a path that starts with `/` or `.` is local. */
export function placeOf(typed: string): Place {
  const found = /^([A-Za-z0-9][A-Za-z0-9._-]*):(.*)$/s.exec(typed);
  if (found?.[1] === undefined) return { task: null, path: typed };
  return { task: found[1], path: found[2] || "." };
}

/** Formats a place for scp and rsync, which take the text before a colon for a host. */
export function asEnd({ task, path }: Place, host: string): string {
  if (task !== null) return `${bracketed(host)}:${path}`;
  return path.includes(":") && !/^\.{0,2}\//.test(path) ? `./${path}` : path;
}

export function planCopy(typed: readonly string[]): { task: string; from: Place[]; to: Place } {
  const usage = "millrace cp FILE NAME:PATH, or millrace cp NAME:PATH FOLDER";
  const places = typed.map(placeOf);
  const to = places.at(-1);
  const from = places.slice(0, -1);
  if (!to || from.length === 0) throw Failure.usage("Name what to copy and its destination.", usage);
  const far = from.filter(({ task }) => task !== null);
  if (to.task !== null && far.length > 0) throw Failure.usage("One side must be on this machine.", usage);
  const tasks = new Set([...far, to].map(({ task }) => task).filter((task) => task !== null));
  const [task] = tasks;
  if (task === undefined) throw Failure.usage("Neither side names a task.", usage);
  if (tasks.size > 1 || (to.task === null && far.length < from.length))
    throw Failure.usage("All files must come from the same place.", usage);
  return { task, from, to };
}

type Copying = Pick<Options, "recursive" | "quiet">;

function scpArguments(connection: Connection, { recursive, quiet }: Copying): string[] {
  return [...asArguments(connection), ...(recursive ? ["-r"] : []), ...(quiet ? ["-q"] : [])];
}

function rsyncArguments(connection: Connection, { recursive, quiet }: Copying): string[] {
  const shell = asShell(["ssh", ...asArguments(connection)]);
  return ["-e", shell, recursive ? "-az" : "-tpz", ...(quiet ? ["-q"] : ["--info=progress2"])];
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
