/** Texts of the mails about an account (section 5): plain and short. */
export interface MailText {
  subject: string;
  text: string;
}

const SIGNED = "\n\nMillrace";

/** Without the name, which anybody may have typed: nobody shall write to strangers in our name. */
export function confirmMail({ url }: { url: string }): MailText {
  return {
    subject: "Confirm your email address",
    text: `Please confirm your email address for Millrace:\n\n${url}\n\nThe link works for 24 hours. If you did not register, do nothing: without the confirmation no task can be started.${SIGNED}`,
  };
}

/** To the owner of an address with which somebody registered again. */
export function knownAddressMail({ loginUrl, forgotUrl }: { loginUrl: string; forgotUrl: string }): MailText {
  return {
    subject: "You already have a Millrace account",
    text: `Somebody, probably you, tried to register at Millrace with this address. It has an account already.\n\nLog in: ${loginUrl}\nForgot the password? ${forgotUrl}\n\nIf it was not you, do nothing: nothing was changed.${SIGNED}`,
  };
}

export function resetMail({ url }: { url: string }): MailText {
  return {
    subject: "Choose a new Millrace password",
    text: `Somebody, probably you, asked for a new password for your Millrace account. Choose it here:\n\n${url}\n\nThe link works for 60 minutes and once. If it was not you, do nothing: your password stays as it is.${SIGNED}`,
  };
}

export function passwordChangedMail({ forgotUrl }: { forgotUrl: string }): MailText {
  return {
    subject: "Your Millrace password was changed",
    text: `The password of your Millrace account was changed, and your other sessions were ended. Your API key works on; make a new one on the security page if anybody else may know it.\n\nIf this was not you, choose a new password at once: ${forgotUrl}${SIGNED}`,
  };
}
