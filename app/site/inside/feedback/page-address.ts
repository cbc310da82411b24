/** Paths that end with a mailed secret. */
const WITH_SECRET = /\/(reset|verify)\/.*$/;

/** The page of a feedback, safe to pass on: without query, fragment, and tokens of mailed links. */
export function pageAddress(url: string): string {
  return url.replace(/[?#].*$/s, "").replace(WITH_SECRET, "/$1/…");
}
