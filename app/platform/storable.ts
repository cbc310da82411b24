/** A text that the database stores: a NUL and each half of a broken surrogate pair become the replacement character. */
export function storable(text: string): string {
  return text.replace(/\0|\p{Cs}/gu, "\uFFFD");
}
