import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { finishPaymentAtBank } from "../resources/confirm-payment";
import { finishSetupAtBank } from "../resources/confirm-setup";
import { idOf } from "../wire/id-of";
import { html } from "./html";
import { notFound, page, type PageAnswer, redirect } from "./page";

type Intent = Kinds["payment_intent"] | Kinds["setup_intent"];

/** GET /bank/{intent}: asks the cardholder. */
export function openBank(sandbox: Sandbox, id: string): PageAnswer {
  const intent = find(sandbox, id);
  if (!intent) return notFound();
  if (intent.status !== "requires_action")
    return page({ heading: "Nothing to confirm", note: "Your bank has no open question about this card." }, 410);
  const method = sandbox.store.find("payment_method", idOf(intent.payment_method));
  const isPayment = intent.object === "payment_intent";
  return page({
    heading: "Confirm at your bank",
    cents: isPayment ? intent.amount : null,
    note: `Your bank wants to know that it is you who uses the card ending in ${method?.card?.last4 ?? ""}.`,
    content: html`${isPayment ? "" : html`<p>The card is saved for later payments.</p>`}
      <form method="post" action="/bank/${id}">
        <button type="submit" name="answer" value="confirm">Confirm</button>
        <button type="submit" name="answer" value="refuse" class="second">Refuse</button>
      </form>`,
  });
}

/** POST /bank/{intent}: the answer; returns the cardholder to the previous page. */
export function answerBank(sandbox: Sandbox, id: string, given: URLSearchParams): PageAnswer {
  const intent = find(sandbox, id);
  if (!intent) return notFound();
  const returnUrl = intent.next_action?.redirect_to_url?.return_url;
  if (intent.status !== "requires_action") return openBank(sandbox, id);
  const confirmed = given.get("answer") === "confirm";
  if (intent.object === "payment_intent") finishPaymentAtBank(sandbox, intent, confirmed);
  else finishSetupAtBank(sandbox, intent, confirmed);
  if (!returnUrl)
    return page({ heading: "Thank you", note: "You can close this page and go back to where you came from." });
  const url = new URL(returnUrl);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? "");
  url.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
  return redirect(url.href);
}

function find({ store }: Sandbox, id: string): Intent | undefined {
  return store.find("payment_intent", id) ?? store.find("setup_intent", id);
}
