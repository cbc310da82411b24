/** The part of the catalogue (`messages.ts`) that is about addresses, copies and deletions of accounts, and invitations. */
export const ACCOUNT_ROWS = {
  M191: { emailIsYours: "This is your address already." },
  M192: {
    emailChangedLately: ({ email, at }: { email: string; at: string }) =>
      `Your address was changed lately, and ${email} may take that back until ${at}. Another change is possible after that.`,
  },
  M193: { emailTaken: "Another account has this address by now. Ask for the change again with another one." },
  M194: { exportUnderWay: "A copy of your data is being prepared already." },
  M195: {
    exportsTooMany: ({ n }: { n: number }) =>
      `You asked for ${n} copies of your data today, the most there can be. Try again tomorrow.`,
  },
  M196: { staffStay: "Staff accounts are not deleted here. Ask an admin to make this one a customer's first." },
  M197: {
    emailMayGoBack: ({ at }: { at: string }) =>
      `A change of your email address may be taken back or confirmed until ${at}. This is possible after that.`,
  },
  M313: {
    wrongFactorCode:
      "This code is not valid. Enter the one that your app shows now, or a recovery code that you have not used yet.",
  },
  M198: { typeYourEmail: "Type your email address to say that you are sure." },
  M260: {
    confirmMailsUsedUp: ({ minutes }: { minutes: number }) =>
      `Several mails went to this address within the hour. Look into its spam folder, or have another one sent in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
  },
  M262: { invitedHasAccount: "This address has an account already. Log in with it to accept the invitation." },
  M263: {
    formerAddressHeld: ({ at }: { at: string }) =>
      `This address was an account’s until lately, which may take it back until ${at}. You can join with it after that.`,
  },
  M331: {
    recoveryCodeUsed:
      "You logged in with a recovery code. If your phone is lost, turn two-factor off under Security and set it up again.",
  },
  M199: {
    giveUpBalance: ({ dollars }: { dollars: string }) =>
      `Tick that you give up your balance of ${dollars}, or write to us first to have it paid back.`,
  },
} as const;
