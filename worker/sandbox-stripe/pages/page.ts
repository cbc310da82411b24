import { pageDollars } from "./dollars";
import { html, Html, join } from "./html";
import { style } from "./style";

export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** Contents of a page, from top to bottom. */
interface Page {
  /** Title of the window; default: the heading. */
  title?: string;
  heading: string;
  cents?: number | null | undefined;
  note?: string;
  rows?: Row[];
  content?: Html;
  link?: { href: string; text: string; second?: boolean } | null;
  after?: Html;
}

type Row = [what: string | Html, text: string];

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Builds each page of the sandbox. All of them state that no real money moves. */
export function page(shown: Page, status = 200): PageAnswer {
  const { heading, title = heading, cents = null, note = "", rows = [], content, link, after } = shown;
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        <header class="sandbox"><strong>Sandbox.</strong> No card is charged.</header>
        <main>
          <div class="box">
            <h1>${heading}</h1>
            ${cents === null ? "" : html`<p class="amount">${pageDollars(cents)}</p>`}
            <p class="soft">${note}</p>
            ${rows.length > 0 ? table(rows) : ""} ${content ?? ""}
            ${link ? html`<a class="button ${link.second ? "second" : ""}" href="${link.href}">${link.text}</a>` : ""}
            ${after ?? ""}
          </div>
        </main>
      </body>
    </html>`;
  return { status, headers: HEADERS, body: body.text };
}

export function table(rows: Row[]): Html {
  const lines = rows.map(
    ([what, text]) =>
      html`<tr>
        <td>${what}</td>
        <td>${text}</td>
      </tr>`,
  );
  return html`<table>
    <tbody>
      ${join(lines)}
    </tbody>
  </table>`;
}

/** 303, so that a reload does not pay twice. */
export function redirect(location: string): PageAnswer {
  return { status: 303, headers: { ...HEADERS, location }, body: "" };
}

export function notFound(): PageAnswer {
  return page({ heading: "Page not found", note: "There is nothing here to pay or to confirm." }, 404);
}
