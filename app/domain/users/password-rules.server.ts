import common from "./common-passwords.json";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";

const SHORTEST = 10;
const LONGEST = 128;

const commonOnes = new Set(common.passwords.split(" "));

/** What a new password must be (section 9): M73, M74, M75. Taken as sent, never trimmed. */
export function demandGoodPassword(given: { password: string; confirmation: string; email: string }): void {
  const { password, confirmation, email } = given;
  const length = [...password].length;
  if (password !== confirmation) throw Refusal.ofField("password_confirmation", M.M73);
  if (length < SHORTEST || length > LONGEST || password.toLowerCase() === email.toLowerCase()) {
    throw Refusal.ofField("password", M.M74);
  }
  if (commonOnes.has(password.toLowerCase())) throw Refusal.ofField("password", M.M75);
}
