import { M as BEFORE } from "~/platform/messages";
import { byName } from "~/platform/message-rows";

/** Messages of this module, each once (3.10): its id, its name in code, and its text. */
export const ROWS = {
  M60: { noSuchCard: "No such card. It may have been removed." },
  M240: { spendBudgetWrong: "Enter a budget from $1 to $1,000,000, such as 500, or leave it empty for none." },
  M241: { budgetPercentsWrong: "Enter one to six whole percentages from 1 to 200, such as 50, 80, 100." },
  M242: { alertBalanceWrong: "Enter an amount from $1 to $1,000,000, such as 20, or leave it empty for none." },
  M560: {
    givenMeanwhile: ({ task, dollars }: { task: string; dollars: string }) =>
      `${task} has changed since this page was opened: ${dollars} of it has already been given back. This form gave back nothing. Check the amounts again.`,
  },
  M561: {
    moreThanCharged: ({ task, dollars }: { task: string; dollars: string }) =>
      `At most ${dollars} is left to give back for ${task}.`,
  },
  M562: { giveBackWrong: "Enter an amount in dollars, such as 3.89." },
  M563: { noTaskChosen: "Choose at least one task, and at most 200." },
  M564: { giveBackReason: "A reason has 1 to 200 characters. The customer reads it." },
  M565: { giveBackNote: "A note has at most 500 characters." },
} as const;

/** Messages by name: those of this module and of the modules before it. */
export const M = { ...BEFORE, ...byName(ROWS) };
