import common from "./common-passwords.json";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";

const SHORTEST = 10;
const LONGEST = 128;

export const ONLY_BLANKS = "A password cannot consist of spaces only. Use letters, digits or symbols.";

const commonOnes = new Set(common.passwords.split(" "));

interface NewPassword {
  password: string;
  confirmation: string;
  email: string;
}

/** Finds the fault of a new password (9.2), and the field that shows it. The password is never trimmed. */
export function passwordFault(given: NewPassword): { field: string; message: string } | null {
  const { password, confirmation, email } = given;
  const length = [...password].length;
  if (length < SHORTEST || length > LONGEST || password.toLowerCase() === email.toLowerCase()) {
    return { field: "password", message: M.passwordRules };
  }
  if (password.trim() === "") return { field: "password", message: ONLY_BLANKS };
  if (commonOnes.has(password.toLowerCase())) return { field: "password", message: M.passwordTooCommon };
  if (password !== confirmation) return { field: "password_confirmation", message: M.passwordsDiffer };
  return null;
}

/** Refuses an unacceptable password with M73, M74 or M75. */
export function requireGoodPassword(given: NewPassword): void {
  const fault = passwordFault(given);
  if (fault) throw Refusal.ofField(fault.field, fault.message);
}
