/** Advice for a response with this status; the message itself is above it. */
const ADVICE: Record<number, string> = {
  400: "Something in what your browser sent was not readable. Open the page again and try again.",
  403: "It may belong to somebody else, or require rights that you do not have.",
  404: "The address may be mistyped, or the page may no longer exist.",
  405: "This address does not accept that kind of request. Open the page and start from there.",
  413: "At most 256 KiB and 200 fields can be sent at once. Go back, shorten what you entered, and send it again.",
  415: "This happens when something other than a form is sent to a page. Open the page and start from there.",
  429: "This protects everybody's service. After that time it works again; nothing was lost.",
  500: "The fault has been logged under this reference. Please try again; if it happens again, send us the reference.",
  503: "It is being updated, or its database does not answer. Running tasks go on, and nothing is lost.",
};

/** Statuses after which the same page can work the next time. */
const PASSING = [400, 405, 413, 415, 429, 500, 503];

export function adviceFor(status: number): string | null {
  return ADVICE[status] ?? null;
}

export function isPassing(status: number): boolean {
  return PASSING.includes(status);
}
