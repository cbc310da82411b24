import { action } from "~/accounts/screens/register/route";
import { answerOf, post, type Browser } from "./screens/visit";
import { cookiesOf } from "../../support/visitor";
import { argsOf } from "../../support/route-args";

export const PASSWORD = "seven-quiet-rivers";

let counter = 0;

export const newAddress = () => `new${(counter += 1)}@people.example`;

/** A registration as its form sends it. */
export function registration(given: Record<string, string> = {}) {
  return {
    name: "New Person",
    email: newAddress(),
    password: PASSWORD,
    password_confirmation: PASSWORD,
    source: "conference",
    terms: "1",
    ...given,
  };
}

/** Sends one; each person has their own network address, since the limit has its own test. */
export async function registerAs(visit: Browser, given: Record<string, string> = {}) {
  const sent = registration(given);
  const call = post(visit, "/register", sent);
  const args = argsOf(call.request, { client: `person-${(counter += 1)}` });
  const response = await action(args);
  const cookies = response instanceof Response ? cookiesOf(response) : "";
  return { sent, cookies, answer: await answerOf(response) };
}
