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
    .summary("Copies files to a task or from it")
    .description("Copies files to a task (cp FILE NAME:PATH) or from it (cp NAME:PATH .)")
    .argument("<from-to...>", "files or NAME:PATH, and where to as the last one")
    .option("-r, --recursive", "folders with all that is in them")
    .option("-i, --identity <file>", "private key; else those that the account knows")
    .option("-q, --quiet", "no progress")
    .option("--rsync", "by rsync, only what differs; it has to be on both sides")
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

/** `NAME:PATH` is at a task, as for scp; a path that begins with `/` or `.` is here whatever follows. */
export function placeOf(typed: string): Place {
  const found = /^([A-Za-z0-9][A-Za-z0-9._-]*):(.*)$/s.exec(typed);
  if (found?.[1] === undefined) return { task: null, path: typed };
  return { task: found[1], path: found[2] || "." };
}

/** A place as scp and rsync read it, for which a colon makes a host of what stands before it. */
export function asEnd({ task, path }: Place, host: string): string {
  if (task !== null) return `${bracketed(host)}:${path}`;
  return path.includes(":") && !/^\.{0,2}\//.test(path) ? `./${path}` : path;
}

export function planCopy(typed: readonly string[]): { task: string; from: Place[]; to: Place } {
  const usage = "millrace cp FILE NAME:PATH, or millrace cp NAME:PATH FOLDER";
  const places = typed.map(placeOf);
  const to = places.at(-1);
  const from = places.slice(0, -1);
  if (!to || from.length === 0) throw Failure.usage("Say what to copy, and where to.", usage);
  const far = from.filter(({ task }) => task !== null);
  if (to.task !== null && far.length > 0) throw Failure.usage("One side has to be on this machine.", usage);
  const tasks = new Set([...far, to].map(({ task }) => task).filter((task) => task !== null));
  const [task] = tasks;
  if (task === undefined) throw Failure.usage("Neither side names a task.", usage);
  if (tasks.size > 1 || (to.task === null && far.length < from.length))
    throw Failure.usage("All that is copied has to come from one place.", usage);
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
