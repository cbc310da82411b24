import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { html, join } from "./html";
import { layout } from "./layout";
import { notFound, type PageAnswer, show } from "./page-answer";

/** GET /portal/{customer}: what stands for Stripe's customer portal; the product's own screens do the work. */
export function openPortal(sandbox: Sandbox, id: string, query: URLSearchParams): PageAnswer {
  const customer = sandbox.store.find("customer", id);
  if (!customer) return notFound();
  const cards = sandbox.store.all("payment_method").filter((method) => idOf(method.customer) === id);
  const rows = cards.map(
    ({ card }) =>
      html`<tr>
        <td>${card?.brand ?? ""} ending in ${card?.last4 ?? ""}</td>
        <td>${card?.exp_month ?? ""} / ${card?.exp_year ?? ""}</td>
      </tr>`,
  );
  const back = query.get("return_url") ?? "";
  return show(
    layout(
      "Your cards",
      html`<div class="box">
        <h1>Your cards</h1>
        <p class="soft">${customer.email}</p>
        <table>
          <tbody>
            ${join(rows)}
          </tbody>
        </table>
        ${/^https?:\/\//.test(back) ? html`<a class="button" href="${back}">Go back</a>` : ""}
      </div>`,
    ),
  );
}
