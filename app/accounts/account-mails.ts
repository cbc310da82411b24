/** Texts of the mails about an account (5.3): plain and short. */
interface MailText {
  subject: string;
  text: string;
}

const SIGNED = "\n\nMillrace";

/**
 * Builds the mail with a confirm link. It omits the account's name, because an attacker could put a message to
 * strangers
 * into it.
 */
export function confirmMail({ url }: { url: string }): MailText {
  return {
    subject: "Confirm your email address",
    text: `Please confirm your email address for Millrace:\n\n${url}\n\nThe link works for 24 hours. If you did not register, do nothing: without the confirmation no task can be started.${SIGNED}`,
  };
}

/** The mail to a person for whom staff created an account: its link sets the password (6.7). */
export function inviteMail({ url, forgotUrl }: { url: string; forgotUrl: string }): MailText {
  return {
    subject: "You are invited to Millrace",
    text: `Millrace has created an account for this address because your team is getting a workspace. Choose a password for it here:\n\n${url}\n\nThe link works once, for 24 hours. After that, ask for a new one: ${forgotUrl}\n\nIf you did not expect this, do nothing.${SIGNED}`,
  };
}

/** Builds the mail to the owner of an address that was registered again. */
export function knownAddressMail({ loginUrl, forgotUrl }: { loginUrl: string; forgotUrl: string }): MailText {
  return {
    subject: "You already have a Millrace account",
    text: `Somebody, probably you, tried to register at Millrace with this address. The address already has an account.\n\nLog in: ${loginUrl}\nForgot the password? ${forgotUrl}\n\nIf it was not you, do nothing: nothing was changed.${SIGNED}`,
  };
}

export function resetMail({ url }: { url: string }): MailText {
  return {
    subject: "Choose a new Millrace password",
    text: `Somebody, probably you, asked for a new password for your Millrace account. Choose it here:\n\n${url}\n\nThe link works once, for 60 minutes. If it was not you, do nothing: your password stays as it is.${SIGNED}`,
  };
}

export function passwordChangedMail(given: {
  /** Other ways to log in, which a new password does not end. */
  others: readonly string[];
  securityUrl: string;
  forgotUrl: string;
}): MailText {
  const { others, securityUrl, forgotUrl } = given;
  const left =
    others.length > 0
      ? `\n\nYou can also log in with: ${others.join(", ")}. Remove any that are not yours: ${securityUrl}`
      : "";
  return {
    subject: "Your Millrace password was changed",
    text: `The password of your Millrace account was changed, and your other sessions were ended. Your API keys keep working; replace them on the pages Security and API keys if anyone else may know them.${left}\n\nIf this was not you, choose a new password at once: ${forgotUrl}${SIGNED}`,
  };
}

export type TwoFactorChange = "on" | "off" | "reset";

const TWO_FACTOR: Record<TwoFactorChange, { subject: string; what: string }> = {
  on: {
    subject: "Two-factor login was turned on for your Millrace account",
    what: "Two-factor login was turned on for your Millrace account, and your other sessions were ended. From now on, logging in asks for a code from the authenticator app after the password.",
  },
  off: {
    subject: "Two-factor login was turned off for your Millrace account",
    what: "Two-factor login was turned off for your Millrace account. The password alone is now enough to log in.",
  },
  reset: {
    subject: "Two-factor login was reset for your Millrace account",
    what: "Our support turned off two-factor for your Millrace account, and your sessions were ended. The password alone is now enough to log in; you can set two-factor up again on the security page.",
  },
};

export function twoFactorMail(change: TwoFactorChange, urls: { forgotUrl: string; contactUrl: string }): MailText {
  const { subject, what } = TWO_FACTOR[change];
  return {
    subject,
    text: `${what}\n\nIf you did not want this, choose a new password at once: ${urls.forgotUrl}\nand write to us: ${urls.contactUrl}${SIGNED}`,
  };
}
