/** Colours and styles, and erasing to the end of the line, which progress bars do. */
const KEPT = /^\u001b\[[0-9;:]*[mK]$/;
/** Of a cursor; of titles, links, the clipboard and whatever else ends with a mark of its own; all others. */
const SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/g;
const OTHER_CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f-\u009f]/g;
/** A sequence of which the rest may come with the next piece. */
const BEGUN = /\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b\n]*\u001b?|[ -/]*)$/;
const BEGUN_MAX = 4096;
const NOT_KEPT = /\u001b(?!\[[0-9;:]*[mK])/g;

/**
 * What a task wrote, piece by piece, as a terminal may show it: colours and the start of a line stay. What moves the cursor
 * elsewhere, sets a title, writes into the clipboard or makes the terminal answer is taken out: the screen and the keyboard are
 * the reader's.
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
