import { pageDollars } from "./dollars";
import { html, type Html } from "./html";
import { layout } from "./layout";

/** The page of the cardholder's bank, which confirms or refuses a payment. */
export function bankPage(given: { intent: string; cents: number | null; last4: string }): Html {
  const { intent, cents, last4 } = given;
  return layout(
    "Confirm at your bank",
    html`<div class="box">
      <h1>Confirm at your bank</h1>
      <p class="soft">Your bank wants to know that it is you who uses the card ending in ${last4}.</p>
      ${cents === null ? html`<p>The card is saved for later payments.</p>` : html`<p class="amount">${pageDollars(cents)}</p>`}
      <form method="post" action="/bank/${intent}">
        <button type="submit" name="answer" value="confirm">Confirm</button>
        <button type="submit" name="answer" value="refuse" class="second">Refuse</button>
      </form>
    </div>`,
  );
}
