/** Addresses whose last part is a secret that was sent by mail. */
const WITH_SECRET = /\/(reset|verify)\/.*$/;

/**
 * The page on which feedback was written, as it may be passed on: without query and fragment, which can hold what
 * somebody searched for, and without the tokens of mailed links.
 */
export function pageAddress(url: string): string {
  return url.replace(/[?#].*$/s, "").replace(WITH_SECRET, "/$1/…");
}
