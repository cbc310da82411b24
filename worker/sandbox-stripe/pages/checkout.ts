import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { expireSessions } from "../resources/end-checkout";
import { payCheckout } from "../resources/pay-checkout";
import { idOf } from "../wire/id-of";
import { checkoutPage, closedPage, type Typed } from "./checkout-page";
import { notFound, type PageAnswer, redirect, show } from "./page-answer";

type Session = Kinds["checkout.session"];

/** GET /c/pay/{id}: the form, or a redirect if nothing is left to pay. */
export function openCheckout(sandbox: Sandbox, id: string): PageAnswer {
  expireSessions(sandbox);
  const session = sandbox.store.find("checkout.session", id);
  if (!session) return notFound();
  return closed(session) ?? form(sandbox, session);
}

/** POST /c/pay/{id}: pays with the entered card, or saves it. */
export function submitCheckout(sandbox: Sandbox, id: string, given: URLSearchParams): PageAnswer {
  expireSessions(sandbox);
  const session = sandbox.store.find("checkout.session", id);
  if (!session) return notFound();
  if (session.status === "complete") return redirect(successUrl(session));
  const isClosed = closed(session);
  if (isClosed) return isClosed;
  const name = given.get("name")?.trim() ?? "";
  const expiry = given.get("expiry")?.trim() ?? "";
  const typed = { name, expiry };
  if (name === "") return form(sandbox, session, { typed, error: "Enter the name on the card." });
  const [, month = "0", year = "0"] = /^(\d{1,2})\s*\/?\s*(?:20)?(\d{2})$/.exec(expiry) ?? [];
  const card = {
    number: given.get("number") ?? "",
    exp_month: Number(month),
    exp_year: 2000 + Number(year),
    cvc: given.get("cvc")?.trim() ?? "",
  };
  const outcome = payCheckout(sandbox, session, { card, name });
  if (outcome.kind === "declined") return form(sandbox, session, { typed, error: outcome.message });
  return redirect(outcome.kind === "bank" ? outcome.url : successUrl(session));
}

/** GET /c/pay/{id}/return: back from the bank. */
export function returnToCheckout(sandbox: Sandbox, id: string): PageAnswer {
  const session = sandbox.store.find("checkout.session", id);
  if (!session) return notFound();
  if (session.status === "complete") return redirect(successUrl(session));
  const intent =
    sandbox.store.find("payment_intent", idOf(session.payment_intent))?.last_payment_error ??
    sandbox.store.find("setup_intent", idOf(session.setup_intent))?.last_setup_error;
  const error = /authentication_failure$/.test(intent?.code ?? "")
    ? "We are unable to authenticate your payment method. Please choose a different payment method and try again."
    : intent?.message;
  return closed(session) ?? form(sandbox, session, error ? { error } : {});
}

function form(sandbox: Sandbox, session: Session, more: { typed?: Typed; error?: string } = {}): PageAnswer {
  const customer = sandbox.store.find("customer", idOf(session.customer));
  const email = customer?.email ?? session.customer_email;
  return show(checkoutPage({ session, email, ...more }), more.error ? 402 : 200);
}

function closed(session: Session): PageAnswer | null {
  const back = session.cancel_url ? { href: session.cancel_url, text: "Go back" } : null;
  if (session.status === "complete")
    return show(
      closedPage("All done", "You have already completed this checkout session.", {
        href: successUrl(session),
        text: "Continue",
      }),
    );
  if (session.status === "expired")
    return show(closedPage("This page has expired", "Start again where you came from.", back), 410);
  return null;
}

function successUrl(session: Session): string {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}
