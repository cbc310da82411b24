import truncatedWidth from "fast-string-truncated-width";

const CONTROL_BUT_LINE_END = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Returns the number of terminal columns of a text. */
export function widthOf(text: string): number {
  return truncatedWidth(text).width;
}

/** Cuts a text that is wider than the columns and ends it with an ellipsis. */
export function cut(text: string, columns: number): string {
  const { index, truncated } = truncatedWidth(text, { limit: columns, ellipsis: "…" });
  return truncated ? `${text.slice(0, index)}…` : text;
}

/** Makes a server's text safe for one line: control characters and changes of the writing direction become spaces. */
export function shown(text: string): string {
  return String(text).replace(CONTROL, " ");
}

/** JSON that is safe to print: characters that a terminal would obey are escaped, so the value stays the same. */
export function asJson(value: unknown, indent?: number): string {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value, null, indent).replace(CONTROL_BUT_LINE_END, escaped);
}
