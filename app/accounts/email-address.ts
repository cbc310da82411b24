import { hiddenFault } from "~/platform/hidden-characters";
import { SHOWN } from "~/platform/shown-messages";

const LONGEST = 254;
const NAME_LONGEST = 64;
/** Characters that mean something in mail headers, such as a second recipient; no real address contains them. */
const OF_HEADERS = /[,;:<>()[\]"\\]/;
/** A name of parts separated by single dots, and a host of two or more labels whose last is not a number. */
const NAME = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const ADDRESS = new RegExp(`^(${NAME}(?:\\.${NAME})*)@(?:${LABEL}\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$`);

/**
 * Explains to the user the fault of a lower-cased email address; null if it is valid (9.2). Applies to new addresses
 * only: existing accounts log in as they are.
 */
export function emailFault(text: string): string | null {
  const hidden = hiddenFault(text);
  if (hidden !== null) return hidden;
  if (OF_HEADERS.test(text)) return SHOWN.emailCharacters;
  if (text.length > LONGEST) return SHOWN.emailInvalid;
  if (/^[^\s@]+@[^\s@]+$/.test(text) && /[^\0-\x7f]/.test(text)) return SHOWN.emailLetters;
  const [, name = ""] = ADDRESS.exec(text) ?? [];
  return name !== "" && name.length <= NAME_LONGEST ? null : SHOWN.emailInvalid;
}

/** Checks that a lower-cased text can be an email address. */
export function isEmailAddress(text: string): boolean {
  return emailFault(text) === null;
}
