/**
 * Messages that screens' scripts show as well: the browser loads these instead of all. Each has its id in messages.ts.
 */
export const SHOWN = {
  tooManyRequests: ({ seconds }: { seconds: number }) => `Too many requests. Please wait ${seconds} seconds.`,
  fieldTooLong: ({ field, n }: { field: string; n: number }) => `${field} may have at most ${n} characters.`,
  unreadable: "The request could not be read.",
  wrongMethod: "This method is not allowed here.",
  tooLarge: "The request is too large.",
  wrongContentType: "Send JSON or form data.",
  busy: "The service is busy. Please try again.",
  notAllowed: "You are not allowed to do this.",
  notFound: "Not found.",
  fault: ({ request_id }: { request_id: string }) => `Something went wrong on our side. Reference ${request_id}.`,
  loginPageExpired: "The page has expired. Please reload it.",
  pageExpired: "The page has expired. Please try again.",
  cardholderNameRequired: "Cardholder name is required.",
  wrongPeriod: "Send both dates as YYYY-MM-DD, the start not after the end.",
  noSuchInvitation: "This invitation is no longer valid. Ask for a new one.",
  noUserWithEmail: "No user with this email.",
  emailInvalid: "Please enter a valid email address",
  emailCharacters: 'An email address here may not contain any of , ; : < > ( ) [ ] " \\',
  emailLetters:
    "Use only the letters a to z, digits and punctuation in an email address. Write bücher.example as xn--bcher-kva.example.",
  noFreeGpus: ({ cluster_name, own = 0 }: { cluster_name: string; own?: number }) =>
    `${NO_FREE_GPUS}${cluster_name}. ${own > 0 ? `Your own tasks use ${own === 1 ? "1 GPU" : `${own} GPUs`} there.` : "Another customer may have taken them first."} You can enqueue this task.`,
  balanceTooLow: "Your balance does not cover 10 minutes of your tasks. Please add funds.",
};

const NO_FREE_GPUS = "Not enough free GPUs in ";

/** Checks whether a refusal is M26. */
export function isNoFreeGpus(message: string): boolean {
  return message.startsWith(NO_FREE_GPUS);
}

/** M14 for a request without any cookie: the page may have expired, or the browser keeps no cookies. */
export const EXPIRED_WITHOUT_COOKIE = `${SHOWN.pageExpired} If you see this again, allow cookies for this site: its forms need one.`;
