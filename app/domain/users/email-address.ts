const LONGEST = 254;

/** Whether a lower-cased text can be an email address (section 9). */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST && /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text);
}
