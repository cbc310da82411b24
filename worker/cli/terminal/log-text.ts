/** Colours, styles, and erasing to the end of the line, which progress bars use. */
const KEPT = /^\u001b\[[0-9;:]*[mK]$/;
/** Sequences of the cursor, then those with a terminator (title, links, clipboard), then all others. */
const SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/g;
const OTHER_CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f-\u009f]/g;
/** Start of a sequence whose rest may come with the next piece. */
const BEGUN = /\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b\n]*\u001b?|[ -/]*)$/;
const BEGUN_MAX = 4096;
const NOT_KEPT = /\u001b(?!\[[0-9;:]*[mK])/g;

/**
 * Makes a task's output safe for a terminal, piece by piece. Colours and carriage returns stay. Sequences that move the
 * cursor, set the title, write to the clipboard or make the terminal answer are removed.
 */
export class LogText {
  #begun = "";

  shown(piece: string): string {
    const text = this.#begun + piece;
    const at = text.search(BEGUN);
    const isBegun = at >= 0 && text.length - at <= BEGUN_MAX;
    this.#begun = isBegun ? text.slice(at) : "";
    return (isBegun ? text.slice(0, at) : text)
      .replace(SEQUENCE, (sequence) => (KEPT.test(sequence) ? sequence : ""))
      .replace(OTHER_CONTROL, "")
      .replace(NOT_KEPT, "");
  }
}
