import { HIDDEN_CHARACTERS, isWhatItLooksLike } from "~/domain/hidden-characters";
import { SHOWN } from "~/domain/shown-messages";

const LONGEST = 254;
/** They mean something in the header of a mail, such as a second recipient, and stand in no address that people have. */
const OF_HEADERS = /[,;:<>()[\]"\\]/;

/** What is wrong with a lower-cased text as an email address, as whoever typed it reads it; null where it can be one (9.2). */
export function emailFault(text: string): string | null {
  if (!isWhatItLooksLike(text)) return HIDDEN_CHARACTERS;
  if (OF_HEADERS.test(text)) return SHOWN.emailCharacters;
  return text.length <= LONGEST && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]{2,}$/u.test(text)
    ? null
    : SHOWN.emailInvalid;
}

/** Whether a lower-cased text can be an email address. */
export function isEmailAddress(text: string): boolean {
  return emailFault(text) === null;
}
