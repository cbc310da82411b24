import type { CliEnv } from "../env";
import type { Failure } from "../failure";
import { coloured, type Paint, plain, shownInColours } from "./colours";
import { type Column, table } from "./table";
import { asJson, shown } from "./text";

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

  /** One line, whatever the server put into it. */
  line(text = ""): void {
    this.to.write(`${oneLine(text, this.paint)}\n`);
  }

  /** A value as JSON, with the line's end. */
  value(value: unknown, indent?: number): void {
    this.to.write(`${asJson(value, indent)}\n`);
  }

  /** As it is: what the person typed, or what a task wrote. */
  raw(text: string | Uint8Array): void {
    this.to.write(text);
  }

  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void {
    for (const line of table(rows, columns, this.width, this.paint)) this.line(line);
  }

  /** The result as JSON where it is wanted, else in words. */
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
      const told = {
        retcode: "ERROR",
        human_readable_message: message,
        ...answer,
        exit_code: code,
        ...(hint ? { hint } : {}),
      };
      this.notes.write(`${asJson(told)}\n`);
      return;
    }
    this.notes.write(`${this.paintNote.red("✗")} ${shown(message)}\n`);
    if (hint) this.notes.write(`  ${this.paintNote.dim(shown(hint))}\n`);
  }
}

function oneLine(text: string, paint: Paint): string {
  return paint === plain ? shown(text) : shownInColours(text);
}
