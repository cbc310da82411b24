import { hiddenFault } from "~/platform/hidden-characters";
import { Refusal } from "~/platform/refusal";

export const PASSKEY_NAME_MAX = 60;
export const PASSKEY_NAME_WRONG = `Name the passkey with 1 to ${PASSKEY_NAME_MAX} characters.`;

/** Checks the name that an owner gives a passkey; refuses unreadable ones. */
export function passkeyName(typed: string): string {
  const name = typed.replace(/\s+/g, " ").trim();
  if (name === "" || name.length > PASSKEY_NAME_MAX) throw Refusal.ofField("name", PASSKEY_NAME_WRONG);
  const hidden = hiddenFault(name);
  if (hidden !== null) throw Refusal.ofField("name", hidden);
  return name;
}
