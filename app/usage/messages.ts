import { M as BEFORE } from "~/payments/messages";
import { byName } from "~/platform/message-rows";

/** Messages of this module, each once (3.10): its id, its name in code, and its text. */
export const ROWS = {
  M90: { workspaceNameRequired: "Enter a workspace name." },
  M91: { workspaceNameTaken: "This workspace name is taken." },
  M92: { userCountNotANumber: "The number of users must be a number." },
  M94: { noSuchWorkspace: "No such workspace." },
  M95: { tokenMissing: "The inference token is missing: use New or Get." },
  M96: { tokenOfOtherOwner: "The inference token does not belong to this owner." },
  M121: {
    wrongDate: ({ first_day }: { first_day: string }) =>
      `date must be YYYYMMDD, not before ${first_day} and not after today.`,
  },
  M130: { budgetRequired: "Enter millions of coins, more than 0, such as 1.5." },
  M885: {
    lineFull: ({ seconds }: { seconds: number }) =>
      `Too many events from this source are waiting to be stored. Wait ${seconds} seconds, then send the same events again.`,
  },
} as const;

/** Messages by name: those of this module and of the modules before it. */
export const M = { ...BEFORE, ...byName(ROWS) };
