import type { Kinds } from "../state/kinds";
import { pageDollars } from "./dollars";
import { html, type Html, join } from "./html";
import { layout } from "./layout";

export interface Typed {
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

/** Stripe's hosted page in plain HTML: the same form, and the same messages for a declined card. */
export function checkoutPage(given: {
  session: Kinds["checkout.session"];
  email: string | null;
  typed?: Typed;
  error?: string;
}): Html {
  const { session, email, typed, error } = given;
  const isSetup = session.mode === "setup";
  const button = isSetup ? "Save card" : `Pay ${pageDollars(session.amount_total ?? 0)}`;
  const title = isSetup ? "Save a card" : "Pay with a card";
  return layout(
    error ? `Error: ${title}` : title,
    html`<div class="box">
      ${isSetup ? html`<h1>Save a card for later payments</h1>` : summary(session)}
      <p class="soft">${email ? `For ${email}` : ""}</p>
      ${error ? html`<p class="error" role="alert" id="error">${error}</p>` : ""}
      <form method="post" action="/c/pay/${session.id}">
        <label for="name">Cardholder name</label>
        <input id="name" name="name" autocomplete="cc-name" required maxlength="200" value="${typed?.name ?? ""}" />
        <label for="number">Card number</label>
        <input
          id="number"
          name="number"
          inputmode="numeric"
          autocomplete="cc-number"
          placeholder="1234 1234 1234 1234"
          required
          maxlength="30"
          ${error ? html`aria-describedby="error"` : ""}
        />
        <div class="pair">
          <div>
            <label for="expiry">Expiry (MM / YY)</label>
            <input
              id="expiry"
              name="expiry"
              inputmode="numeric"
              autocomplete="cc-exp"
              placeholder="MM / YY"
              required
              maxlength="9"
              value="${typed?.expiry ?? ""}"
            />
          </div>
          <div>
            <label for="cvc">CVC</label>
            <input
              id="cvc"
              name="cvc"
              inputmode="numeric"
              autocomplete="cc-csc"
              placeholder="CVC"
              required
              maxlength="4"
            />
          </div>
        </div>
        <button type="submit">${button}</button>
      </form>
      ${session.cancel_url ? html`<a class="button second" href="${session.cancel_url}">Cancel</a>` : ""} ${testCards()}
    </div>`,
  );
}

/** A message in place of the form. */
export function closedPage(title: string, text: string, link: { href: string; text: string } | null): Html {
  return layout(
    title,
    html`<div class="box">
      <h1>${title}</h1>
      <p class="soft">${text}</p>
      ${link ? html`<a class="button" href="${link.href}">${link.text}</a>` : ""}
    </div>`,
  );
}

function summary(session: Kinds["checkout.session"]): Html {
  const rows = session._line_items.map(
    (item) =>
      html`<tr>
        <td>${item.description ?? ""}${(item.quantity ?? 1) > 1 ? ` × ${item.quantity ?? 1}` : ""}</td>
        <td>${pageDollars(item.amount_total)}</td>
      </tr>`,
  );
  return html`<h1>Pay with a card</h1>
    <p class="amount">${pageDollars(session.amount_total ?? 0)}</p>
    <table>
      <tbody>
        ${join(rows)}
      </tbody>
    </table>`;
}

function testCards(): Html {
  const rows = TEST_CARDS.map(
    ([number, what]) =>
      html`<tr>
        <td><code>${number}</code></td>
        <td>${what}</td>
      </tr>`,
  );
  return html`<details>
    <summary>Test cards</summary>
    <p>Any future expiry and any three digits as CVC.</p>
    <table>
      <tbody>
        ${join(rows)}
      </tbody>
    </table>
  </details>`;
}
