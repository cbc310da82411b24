// The command line `millrace`: a client of the documented JSON API, built as one file by `npm run build:cli`.
import { CommanderError } from "commander";
import { readEnv } from "./env";
import { EXIT, Failure } from "./failure";
import { makeProgram } from "./program";
import { Output } from "./terminal/output";
import { SHOW_CURSOR } from "./terminal/progress";
import { otherVersion } from "./update/offered-version";

const env = readEnv();
const program = makeProgram(env);

process.once("SIGINT", () => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${SHOW_CURSOR}`);
  process.exit(EXIT.interrupted);
});
// `millrace ls | head -1` closes the pipe early, which is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : EXIT.refused));

const { json, profile } = globalOptions(process.argv.slice(2));
const out = new Output(json, env);

// The build is a CommonJS file, which has no top-level await.
void run().then(async (code) => {
  await new Promise((resolve) => process.stdout.write("", resolve));
  // An open prompt or a kept-alive connection must not keep the process running.
  process.exit(code);
});

async function run(): Promise<number> {
  const other = out.isWatched ? otherVersion(env, profile, Date.now()) : null;
  try {
    await program.parseAsync(process.argv);
    const line = await other;
    if (line) out.note(out.paintNote.yellow(line));
    return Number(process.exitCode ?? EXIT.done);
  } catch (error) {
    return report(error);
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.done;
    // `millrace` without a command has printed its help on stderr.
    if (error.code === "commander.help") return EXIT.usage;
    const message = error.message
      .replace(/^error: /, "")
      .replaceAll("\n", " ")
      .replace(/^\w/, (letter) => letter.toUpperCase());
    out.failure(Failure.usage(message, "For help: millrace --help, or millrace COMMAND --help"));
    return EXIT.usage;
  }
  if (error instanceof Failure) {
    out.failure(error);
    return error.code;
  }
  const message = error instanceof Error ? error.message : String(error);
  out.failure(new Failure(message, { hint: "This is a bug in millrace. Please report it with the command you ran." }));
  return EXIT.refused;
}

/** Reads the global options before commander does, so that its usage errors obey them. */
function globalOptions(words: string[]): { json: boolean; profile: string | undefined } {
  const own = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  const at = own.indexOf("--profile");
  const profile = at >= 0 ? own[at + 1] : own.find((word) => word.startsWith("--profile="))?.slice("--profile=".length);
  return { json: own.includes("--json"), profile };
}
