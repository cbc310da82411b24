import { utcMinute } from "~/platform/utc-moment";

const SIGNED = "\n\nMillrace";

/** The mail to the new mailbox. Leaves the account's name out: anybody may have typed it. */
export function confirmChangeMail({ url }: { url: string }) {
  return {
    subject: "Confirm your new email address",
    text: `Somebody, probably you, wants to use this address for their Millrace account. Confirm it here:\n\n${url}\n\nThe link works once, for 24 hours. If you did not ask for this, do nothing: the address will not be used.${SIGNED}`,
  };
}

/** The mail to a new mailbox that already has an account: there is nothing to confirm. */
export function addressInUseMail({ loginUrl }: { loginUrl: string }) {
  return {
    subject: "This address already has a Millrace account",
    text: `Somebody, probably you, wanted to use this address for another Millrace account. The address already has an account, so nothing was changed.\n\nTo use the address for the other account, log in to this one and change its address or delete it first: ${loginUrl}\n\nIf it was not you, do nothing.${SIGNED}`,
  };
}

/** The mail to the old mailbox when a change is requested. */
export function changeAskedMail({ newEmail, url }: { newEmail: string; url: string }) {
  return {
    subject: "Your Millrace email address is about to change",
    text: `Somebody, probably you, asked to change the email address of your Millrace account to ${newEmail}. It changes when that mailbox confirms it within 24 hours.\n\nIf it was not you, stop the change here: ${url}\n\nAfter the new mailbox confirms it, the same link can still revert the change for 7 days.${SIGNED}`,
  };
}

/** The mail to the old mailbox after the change. */
export function changedMail({ newEmail, url, until }: { newEmail: string; url: string; until: Date }) {
  return {
    subject: "Your Millrace email address was changed",
    text: `The email address of your Millrace account is now ${newEmail}. Log in with it; mails go there from now on.\n\nIf this was not you, revert the change before ${utcMinute(until)}: ${url}\n\nThat restores this address, ends all sessions, revokes the API keys created since then and lets you choose a new password.${SIGNED}`,
  };
}

/** Builds the mail to a mailbox after the change was reverted; `look` is for the owner's: what an intruder may have left. */
export function revertedMail({ oldEmail, look = "" }: { oldEmail: string; look?: string }) {
  return {
    subject: "The change of your Millrace email address was reverted",
    text: `The email address of the Millrace account is ${oldEmail} again: the change was reverted from that mailbox. All sessions were ended. The account has a new account key and needs a new password.${look}${SIGNED}`,
  };
}

/** Names the pages that show what somebody else may have left in an account. */
export function whereToLook(pages: { tasks: string; templates: string; funds: string }) {
  return `\n\nSomebody else may have used the account meanwhile. What they started or changed goes on, so look at these:\n\nTasks: ${pages.tasks}\nTemplates, whose commands run in each task that is started with them: ${pages.templates}\nAutomatic top-up: ${pages.funds}`;
}

/** Builds the mail to a recently released address that was registered. */
export function formerAddressMail({ until }: { until: Date }) {
  return {
    subject: "This address was changed recently",
    text: `Somebody, probably you, tried to register at Millrace with this address. Until recently this was the address of an account, which has since changed it. The link in our mail about the change can revert it until ${utcMinute(until)}. After that the address can be registered.\n\nIf it was not you, do nothing.${SIGNED}`,
  };
}
