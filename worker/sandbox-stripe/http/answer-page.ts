import type { Sandbox } from "../state/sandbox";
import { answerBank, openBank } from "../pages/bank";
import { openCheckout, returnToCheckout, submitCheckout } from "../pages/checkout";
import { downloadInvoice, openInvoice } from "../pages/invoice";
import { notFound, type PageAnswer } from "../pages/page";

type Show = (sandbox: Sandbox, id: string, form: URLSearchParams) => PageAnswer | Promise<PageAnswer>;

const PAGES: [method: string, path: RegExp, show: Show][] = [
  ["GET", /^\/c\/pay\/(\w+)$/, openCheckout],
  ["POST", /^\/c\/pay\/(\w+)$/, submitCheckout],
  ["GET", /^\/c\/pay\/(\w+)\/return$/, returnToCheckout],
  ["GET", /^\/bank\/(\w+)$/, openBank],
  ["POST", /^\/bank\/(\w+)$/, answerBank],
  ["GET", /^\/invoices\/(\w+)$/, openInvoice],
  ["GET", /^\/invoices\/(\w+)\/pdf$/, downloadInvoice],
];

/** The pages for a person in the browser. */
export async function answerPage(
  sandbox: Sandbox,
  given: { method: string; path: string; search: string; body: string },
): Promise<PageAnswer> {
  for (const [method, pattern, show] of PAGES) {
    const match = method === given.method ? pattern.exec(given.path) : null;
    if (match)
      return await show(
        sandbox,
        match[1] ?? "",
        new URLSearchParams(given.method === "POST" ? given.body : given.search),
      );
  }
  return notFound();
}
