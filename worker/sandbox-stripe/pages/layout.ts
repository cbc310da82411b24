import { html, Html } from "./html";
import { style } from "./style";

/** A whole page, which says that no real money moves. */
export function layout(title: string, content: Html): Html {
  return html`<!doctype html>
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
        <main>${content}</main>
      </body>
    </html>`;
}
