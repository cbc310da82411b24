import { closedPage } from "./checkout-page";
import type { Html } from "./html";

export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

export function show(page: Html, status = 200): PageAnswer {
  return { status, headers: HEADERS, body: page.text };
}

/** 303, so that a reload does not pay twice. */
export function redirect(location: string): PageAnswer {
  return { status: 303, headers: { ...HEADERS, location }, body: "" };
}

export function notFound(): PageAnswer {
  return show(closedPage("Page not found", "There is nothing here to pay or to confirm.", null), 404);
}
