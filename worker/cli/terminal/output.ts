import type { CliEnv } from "../env";
import type { Failure } from "../failure";
import { coloured, type Paint, plain, shownInColours } from "./colours";
import { type Column, table } from "./table";
import { asJson, shown } from "./text";

const WIDTH_UNKNOWN = 10_000;

/** Prints results on stdout and everything else on stderr, so that a pipe only gets results. */
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

  /** True if a user at a terminal can answer questions. */
  get mayAsk(): boolean {
    return !this.json && process.stdin.isTTY === true && this.notes.isTTY === true;
  }

  /** True if notes go to a terminal, where progress can be animated. */
  get isWatched(): boolean {
    return !this.json && this.notes.isTTY === true;
  }

  get isTerminal(): boolean {
    return this.to.isTTY === true;
  }

  /** The width of the terminal. Files and pipes get whole lines. */
  get width(): number {
    return this.to.isTTY === true ? this.to.columns || 80 : WIDTH_UNKNOWN;
  }

  /** Prints one line; text of the server cannot break it. */
  line(text = ""): void {
    this.to.write(`${oneLine(text, this.paint)}\n`);
  }

  /** Prints a value as JSON. */
  value(value: unknown, indent?: number): void {
    this.to.write(`${asJson(value, indent)}\n`);
  }

  /** Prints text or bytes unchanged. */
  raw(text: string | Uint8Array): void {
    this.to.write(text);
  }

  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void {
    for (const line of table(rows, columns, this.width, this.paint)) this.line(line);
  }

  /** Prints a result: JSON with `--json`, otherwise what `words` prints. */
  result(value: unknown, words: () => void): void {
    if (this.json) this.value(value, 2);
    else words();
  }

  note(text: string): void {
    if (!this.json) this.notes.write(`${oneLine(text, this.paintNote)}\n`);
  }

  failure(error: Failure): void {
    const { message, hint, code, answer } = error;
    if (this.json) {
      const value = {
        retcode: "ERROR",
        human_readable_message: message,
        ...answer,
        exit_code: code,
        ...(hint ? { hint } : {}),
      };
      this.notes.write(`${asJson(value)}\n`);
      return;
    }
    this.notes.write(`${this.paintNote.red("✗")} ${shown(message)}\n`);
    if (hint) this.notes.write(`  ${this.paintNote.dim(shown(hint))}\n`);
  }
}

function oneLine(text: string, paint: Paint): string {
  return paint.isColorSupported ? shownInColours(text) : shown(text);
}
