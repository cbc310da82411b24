import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import type { Ran } from "./ssh";

interface RunOptions {
  input?: string;
  env?: Record<string, string>;
}

/** The command line's file as a person has it, with its own home folder. */
export class Cli {
  readonly program: string;

  constructor(private readonly home: string) {
    this.program = join(home, "millrace");
  }

  async millrace(args: string[], options: RunOptions = {}): Promise<Ran> {
    return await this.run(this.program, args, options);
  }

  /** The JSON output of a finished command. */
  async json(args: string[]): Promise<unknown> {
    const { code, out, err } = await this.millrace([...args, "--json"]);
    if (code !== 0) throw new Error(`millrace ${args.join(" ")} ended with ${code}: ${err}`);
    return JSON.parse(out) as unknown;
  }

  async run(program: string, args: string[], options: RunOptions = {}): Promise<Ran> {
    const { child, out, err, code } = this.start(args, options, program);
    // A program may end without reading its input.
    child.stdin.on("error", () => {});
    child.stdin.end(options.input ?? "");
    return { code: await code, out: out(), err: err() };
  }

  /** A command that keeps running: its output so far, and its end. */
  start(args: string[], { env = {} }: RunOptions = {}, program = this.program) {
    const own = {
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.home, ".config"),
      PATH: [this.home, process.env["PATH"]].join(delimiter),
    };
    const child = spawn(program, args, { cwd: this.home, env: { ...process.env, ...own, ...env } });
    const said = { out: "", err: "" };
    child.stdout.on("data", (part) => (said.out += String(part)));
    child.stderr.on("data", (part) => (said.err += String(part)));
    const code = new Promise<number>((resolve) => child.once("close", (status) => resolve(status ?? 255)));
    return { child, code, out: () => said.out, err: () => said.err };
  }
}
