/** Messages of the catalogue (`messages.ts`) about addresses, invitations, and copies and deletions of accounts. */
export const ACCOUNT_ROWS = {
  M191: { emailIsYours: "This is already your address." },
  M192: {
    emailChangedLately: ({ email, at }: { email: string; at: string }) =>
      `Your address was changed recently, and ${email} can take that back until ${at}. You can change it again after that.`,
  },
  M193: { emailTaken: "Another account has this address now. Ask for the change again with a different address." },
  M194: { exportUnderWay: "A copy of your data is already being prepared." },
  M195: {
    exportsTooMany: ({ n }: { n: number }) =>
      `You asked for ${n} copies of your data today, the maximum. Try again tomorrow.`,
  },
  M196: { staffStay: "Staff accounts cannot be deleted here. Ask an admin to make this one a customer account first." },
  M197: {
    emailRevertible: ({ at }: { at: string }) =>
      `A change of your email address can still be confirmed or reverted until ${at}. Try again after that.`,
  },
  M313: {
    wrongFactorCode:
      "This code is not valid. Enter the one that your app shows now, or a recovery code that you have not used yet.",
  },
  M198: { typeYourEmail: "Type your email address to confirm." },
  M260: {
    confirmMailsUsedUp: ({ minutes }: { minutes: number }) =>
      `Several mails went to this address within the last hour. Check its spam folder, or have another one sent in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
  },
  M262: { invitedHasAccount: "This address already has an account. Log in with it to accept the invitation." },
  M263: {
    formerAddressHeld: ({ at }: { at: string }) =>
      `This address belonged to an account until recently, which can claim it until ${at}. You can join with it after that.`,
  },
  M331: {
    recoveryCodeUsed:
      "You logged in with a recovery code. If your phone is lost, turn two-factor off under Security and set it up again.",
  },
  M430: {
    keyDayUsed: ({ dollars }: { dollars: string }) =>
      `This API key's spending limit of ${dollars} a day does not cover 10 minutes of its tasks. Try again after 00:00 UTC, or use a key with a higher limit.`,
  },
  M431: {
    keyTotalUsed: ({ dollars }: { dollars: string }) =>
      `This API key's spending limit of ${dollars} in total does not cover 10 minutes of its tasks. Use a key with a higher limit.`,
  },
  M432: {
    keyLimitVolumes: ({ dollars, period }: { dollars: string; period: string }) =>
      `This API key's spending limit of ${dollars} ${period} does not cover this. Delete one of its volumes, or use a key with a higher limit.`,
  },
  M433: {
    keyGrowsOnlyOwn: "This API key has a spending limit, so it can only grow volumes that it created.",
  },
  M460: {
    keyExtendsOnlyOwn: "This API key has a spending limit, so it can only extend tasks that it started.",
  },
  M461: {
    extendsOnlyOwn:
      "You have a spending limit in this team, so you can only extend tasks that you started. Ask its owner or an admin.",
  },
  M434: { wrongKeyLimit: "Enter a limit of $1 to $1,000,000, or leave it empty for none." },
  M435: { limitWithBilling: "A key with a spending limit cannot have the scope billing." },
  M199: {
    forfeitBalance: ({ dollars }: { dollars: string }) =>
      `Tick the box to give up your balance of ${dollars}, or write to us first to have it refunded.`,
  },
} as const;
