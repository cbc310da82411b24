const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const NONE = /\p{Mark}|\u200b|\u200d|\ufe0f/u;
const CONTROL_BUT_LINE_END = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Columns that a text takes in a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += NONE.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1;
  return width;
}

/** A text of the server on one line: what would move the cursor or turn the direction of writing is taken out. */
export function shown(text: string): string {
  return String(text).replace(CONTROL, " ");
}

/** JSON whose every letter may be shown: what a terminal would obey is escaped, so that it is read as it came. */
export function asJson(value: unknown, indent?: number): string {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value, null, indent).replace(CONTROL_BUT_LINE_END, escaped);
}

/** As much of a text as fits. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = "";
  for (const letter of text) {
    if (widthOf(kept + letter) > columns - 1) break;
    kept += letter;
  }
  return `${kept}…`;
}
