import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { expireSessions } from "../resources/end-checkout";
import { payCheckout } from "../resources/pay-checkout";
import { idOf } from "../wire/id-of";
import { pageDollars } from "./dollars";
import { html, type Html, join } from "./html";
import { notFound, page, type PageAnswer, redirect, table } from "./page";

type Session = Kinds["checkout.session"];

interface Typed {
  name: string;
  expiry: string;
}

const TEST_CARDS: [number: string, what: string][] = [
  ["4242 4242 4242 4242", "succeeds"],
  ["4000 0025 0000 3155", "asks you to confirm"],
  ["4000 0000 0000 0002", "is declined"],
  ["4000 0000 0000 9995", "has no funds"],
  ["4000 0000 0000 0341", "saves, then declines"],
  ["4000 0000 0000 0259", "is disputed later"],
];

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
  const { typed, error } = more;
  const isSetup = session.mode === "setup";
  const title = isSetup ? "Save a card" : "Pay with a card";
  const cents = session.amount_total ?? 0;
  return page(
    {
      title: error ? `Error: ${title}` : title,
      heading: isSetup ? "Save a card for later payments" : title,
      cents: isSetup ? null : cents,
      note: email ? `For ${email}` : "",
      rows: isSetup
        ? []
        : session._line_items.map(({ description, quantity, amount_total: amount }) => [
            `${description ?? ""}${(quantity ?? 1) > 1 ? ` × ${quantity ?? 1}` : ""}`,
            pageDollars(amount),
          ]),
      content: html`${error ? html`<p class="error" role="alert" id="error">${error}</p>` : ""}
        <form method="post" action="/c/pay/${session.id}">
          ${input("name", "Cardholder name", { autocomplete: "cc-name", maxlength: 200, value: typed?.name ?? "" })}
          ${input("number", "Card number", {
            ...{ ...DIGITS, autocomplete: "cc-number", placeholder: "1234 1234 1234 1234", maxlength: 30 },
            ...(error ? { "aria-describedby": "error" } : {}),
          })}
          <div class="pair">
            <div>
              ${input("expiry", "Expiry (MM / YY)", {
                ...{ ...DIGITS, autocomplete: "cc-exp", placeholder: "MM / YY", maxlength: 9 },
                value: typed?.expiry ?? "",
              })}
            </div>
            <div>${input("cvc", "CVC", { ...DIGITS, autocomplete: "cc-csc", placeholder: "CVC", maxlength: 4 })}</div>
          </div>
          <button type="submit">${isSetup ? "Save card" : `Pay ${pageDollars(cents)}`}</button>
        </form>`,
      link: session.cancel_url ? { href: session.cancel_url, text: "Cancel", second: true } : null,
      after: html`<details>
        <summary>Test cards</summary>
        <p>Any future expiry and any three digits as CVC.</p>
        ${table(TEST_CARDS.map(([number, what]) => [html`<code>${number}</code>`, what]))}
      </details>`,
    },
    error ? 402 : 200,
  );
}

const DIGITS = { inputmode: "numeric" };

function input(name: string, label: string, attributes: Record<string, string | number>): Html {
  const given = Object.entries(attributes).map(([key, value]) => html` ${key}="${value}"`);
  return html`<label for="${name}">${label}</label> <input id="${name}" name="${name}" required ${join(given)} />`;
}

function closed(session: Session): PageAnswer | null {
  const back = session.cancel_url ? { href: session.cancel_url, text: "Go back" } : null;
  if (session.status === "complete")
    return page({
      heading: "All done",
      note: "You have already completed this checkout session.",
      link: { href: successUrl(session), text: "Continue" },
    });
  if (session.status === "expired")
    return page({ heading: "This page has expired", note: "Start again where you came from.", link: back }, 410);
  return null;
}

function successUrl(session: Session): string {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}
