import type { CliEnv } from "../env";
import type { Failure } from "../failure";
import { coloured, type Paint, plain } from "./colours";
import { type Column, table } from "./table";

const WIDTH_UNKNOWN = 10_000;

/** What is said, and where: results on stdout, everything else on stderr, so that a pipe gets results alone. */
export class Output {
  readonly paint: Paint;
  readonly paintNote: Paint;

  constructor(
    readonly json: boolean,
    env: Pick<CliEnv, "noColour" | "forceColour">,
    private readonly to = process.stdout,
    private readonly notes = process.stderr,
  ) {
    const colours = (stream: { isTTY?: boolean }) =>
      !env.noColour && !json && (env.forceColour || stream.isTTY === true) ? coloured : plain;
    this.paint = colours(to);
    this.paintNote = colours(notes);
  }

  /** A person is there who can be asked. */
  get mayAsk(): boolean {
    return !this.json && process.stdin.isTTY === true && this.notes.isTTY === true;
  }

  /** Somebody looks at the notes, so that they may move. */
  get isWatched(): boolean {
    return !this.json && this.notes.isTTY === true;
  }

  get isTerminal(): boolean {
    return this.to.isTTY === true;
  }

  /** A file or a program that reads wants whole lines. */
  get width(): number {
    return this.to.isTTY === true ? this.to.columns || 80 : WIDTH_UNKNOWN;
  }

  line(text = ""): void {
    this.to.write(`${text}\n`);
  }

  raw(text: string | Uint8Array): void {
    this.to.write(text);
  }

  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void {
    for (const line of table(rows, columns, this.width, this.paint)) this.line(line);
  }

  /** The result as JSON where it is wanted, else in words. */
  result(value: unknown, words: () => void): void {
    if (this.json) this.line(JSON.stringify(value, null, 2));
    else words();
  }

  note(text: string): void {
    if (!this.json) this.notes.write(`${text}\n`);
  }

  failure(error: Failure): void {
    const { message, hint, code, answer } = error;
    if (this.json) {
      const told = {
        retcode: "ERROR",
        human_readable_message: message,
        ...answer,
        exit_code: code,
        ...(hint ? { hint } : {}),
      };
      this.notes.write(`${JSON.stringify(told)}\n`);
      return;
    }
    this.notes.write(`${this.paintNote("red", "✗")} ${message}\n`);
    if (hint) this.notes.write(`  ${this.paintNote("dim", hint)}\n`);
  }
}
