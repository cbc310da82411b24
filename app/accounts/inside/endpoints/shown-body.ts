/** Bytes of an answer that are stored, enough to see the fault. */
export const BODY_BYTES = 4096;

const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]|(?![\t\n])\p{Cc}|\p{Cs}/gu;

/** The beginning of an answer as storable text: drops invisible, direction-changing and binary characters. */
export function shownBody(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, BODY_BYTES));
  return text.replace(/\r\n?/g, "\n").replace(HIDDEN, "");
}
