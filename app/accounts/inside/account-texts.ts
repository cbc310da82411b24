/** The answer to every registration, whether the address was known or not (2.4). */
export const CHECK_INBOX = "Check your inbox to confirm your email address.";

/** The answer to every request for a reset, whether the address is known or not (2.4). */
export const MAIL_ON_ITS_WAY = "If this address is known, an email is on its way.";

/** Shown for a mailed link that is unknown, used or expired. */
export const LINK_ENDED = "This link is no longer valid. Ask for a new one.";

/** Text for a wrong password; M76 is for a missing one. */
export const WRONG_PASSWORD = "That password is wrong.";
