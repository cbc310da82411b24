/** Answer of every registration, whether the address was known or not (2.4). */
export const CHECK_INBOX = "Check your inbox to confirm your email address.";

/** Answer of every request for a reset, whether the address is known or not (2.4). */
export const MAIL_ON_ITS_WAY = "If this address is known, a mail is on its way.";

/** What is shown for a link of a mail that is unknown, used or too old. */
export const LINK_ENDED = "This link is no longer valid. Ask for a new one.";

/** A password that was asked for again; M76 is for one that was not given. */
export const WRONG_PASSWORD = "That password is wrong.";
