import { SHOWN } from "./shown-messages";
import { byName } from "./message-rows";

/** Messages that every module uses, each once (3.10): its id, its name in code, and its text. */
export const ROWS = {
  M01: { loginRequired: "Please log in or send a valid API key." },
  M02: { notAllowed: SHOWN.notAllowed },
  M03: { foreignOrigin: "This request must come from the Millrace site itself or carry an API key." },
  M04: { notFound: SHOWN.notFound },
  M05: { wrongMethod: SHOWN.wrongMethod },
  M06: { tooLarge: SHOWN.tooLarge },
  M07: { wrongContentType: SHOWN.wrongContentType },
  M08: { tooManyRequests: SHOWN.tooManyRequests },
  M09: { unreadable: SHOWN.unreadable },
  M10: { fault: SHOWN.fault },
  M11: { busy: SHOWN.busy },
  M13: { suspended: "Your account is suspended. Please contact support." },
  M14: { pageExpired: SHOWN.pageExpired },
  M15: { confirmEmailFirst: "Please confirm your email address first." },
  M37: { keyUsedForOtherRequest: "This Idempotency-Key was used for another request." },
  M80: { fieldTooLong: SHOWN.fieldTooLong },
  M120: { wrongPeriod: SHOWN.wrongPeriod },
  M171: {
    roleLacksRight: ({ role, holders }: { role: string; holders: string }) =>
      `Your role in this team is ${role}. Only ${holders} may do this: ask ${holders === "the owner" ? "the owner" : "the owner or an admin to change your role"}.`,
  },
  M197: {
    emailRevertible: ({ at }: { at: string }) =>
      `A change of your email address can still be confirmed or reverted until ${at}. Try again after that.`,
  },
  M700: {
    staffOnlyLook:
      "You are viewing as a customer: you can look, but change nothing, and you see no logs, keys or other secrets. Stop viewing to use your own account.",
  },
  M710: {
    staffLacksRight: ({ label }: { label: string }) =>
      `Your role does not have the right “${label}”, which this needs. An admin can give it to you.`,
  },
  M480: {
    noSuchField: ({ name }: { name: string }) => `There is no field ${name.slice(0, 50)} here. Check how it is spelt.`,
  },
} as const;

/** Messages by name, for example `M.notFound`. */
export const M = byName(ROWS);
