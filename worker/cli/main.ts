// The command line `millrace`: a client of the documented JSON paths, built into one file (`npm run build:cli`).
import { CommanderError } from "commander";
import { readEnv } from "./env";
import { EXIT, Failure } from "./failure";
import { makeProgram } from "./program";
import { Output } from "./terminal/output";
import { SHOW_CURSOR } from "./terminal/progress";
import { otherVersion } from "./update/tell-of-other-version";

const env = readEnv();
const program = makeProgram(env);

process.once("SIGINT", () => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${SHOW_CURSOR}`);
  process.exit(EXIT.interrupted);
});
// `millrace ls | head -1`: who read has what they wanted.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : EXIT.refused));

const { json, profile } = globalOptions(process.argv.slice(2));
const out = new Output(json, env);

// A module in the older form, which Node 20 runs under any file name, knows no await out here.
void run().then(async (code) => {
  await new Promise((resolve) => process.stdout.write("", resolve));
  // A question or a connection that is kept alive must not hold what has ended.
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
    return told(error);
  }
}

function told(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.done;
    // `millrace` alone: its help is on stderr already.
    if (error.code === "commander.help") return EXIT.usage;
    const message = error.message
      .replace(/^error: /, "")
      .replaceAll("\n", " ")
      .replace(/^\w/, (letter) => letter.toUpperCase());
    out.failure(Failure.usage(message, "`millrace --help` lists the commands, `millrace COMMAND --help` its options."));
    return EXIT.usage;
  }
  if (error instanceof Failure) {
    out.failure(error);
    return error.code;
  }
  const message = error instanceof Error ? error.message : String(error);
  out.failure(new Failure(message, { hint: "That is a fault of this program. Please tell us, with what you typed." }));
  return EXIT.refused;
}

/** As they stand in the words, also when the words cannot be understood. */
function globalOptions(words: string[]): { json: boolean; profile: string | undefined } {
  const own = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  const at = own.indexOf("--profile");
  const profile = at >= 0 ? own[at + 1] : own.find((word) => word.startsWith("--profile="))?.slice("--profile=".length);
  return { json: own.includes("--json"), profile };
}
