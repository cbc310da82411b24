import { isWhatItLooksLike } from "~/domain/hidden-characters";

const LONGEST = 254;

/** Whether a lower-cased text can be an email address (9.2). */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST && isWhatItLooksLike(text) && /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text);
}
