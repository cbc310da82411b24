import { M as BEFORE } from "~/site/messages";
import { byName } from "~/platform/message-rows";

/** Messages of this module, each once (3.10): its id, its name in code, and its text. */
export const ROWS = {
  M98: { notYourselfOrLastAdmin: "You cannot do this to yourself or to the last admin." },
  M194: { exportUnderWay: "A copy of your data is already being prepared." },
  M195: {
    exportsTooMany: ({ n }: { n: number }) =>
      `You asked for ${n} copies of your data today, the maximum. Try again tomorrow.`,
  },
  M196: {
    staffStay: "Staff accounts cannot be deleted here. Ask an admin to change this one to a customer account first.",
  },
  M198: { typeYourEmail: "Type your email address to confirm." },
  M199: {
    forfeitBalance: ({ dollars }: { dollars: string }) =>
      `Tick the box to give up your balance of ${dollars}, or write to us first to have it refunded.`,
  },
  M580: {
    nodeCost: "Type what one node costs per hour in dollars, such as 4.20, at most 10,000. Empty means no cost.",
  },
} as const;

/** Messages by name: those of this module and of the modules before it. */
export const M = { ...BEFORE, ...byName(ROWS) };
