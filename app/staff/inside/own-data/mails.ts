import { utcMinute } from "~/platform/utc-moment";

const SIGNED = "\n\nMillrace";

export function exportReadyMail({ url, until }: { url: string; until: Date }) {
  return {
    subject: "Your Millrace data is ready",
    text: `The copy of your data that you asked for is ready. You can download it until ${utcMinute(until)}: ${url}\n\nIf you did not ask for it, change your password at once: somebody else may know it.${SIGNED}`,
  };
}

export function exportFailedMail({ url, contactUrl }: { url: string; contactUrl: string }) {
  return {
    subject: "Your Millrace data could not be prepared",
    text: `The copy of your data that you asked for could not be prepared. Please ask for it again: ${url}\nIf that fails too, write to us: ${contactUrl}${SIGNED}`,
  };
}

/** The last mail to an account that its owner deletes. */
export function deletionMail({ contactUrl }: { contactUrl: string }) {
  return {
    subject: "Your Millrace account is being deleted",
    text: `You asked us to delete your Millrace account. You were logged out everywhere and your tasks are being stopped. Once they have ended, your data is removed; this usually takes a few minutes. We keep receipts and records of payments, as the law requires.\n\nThis is the last mail that we send you. If it was not you, write to us at once: ${contactUrl}${SIGNED}`,
  };
}
