/** An answer of the proxy itself, instead of the task's. */
export interface OwnAnswer {
  status: number;
  title: string;
  advice: string;
  /** Link to the page for it. */
  link?: { href: string; text: string };
  headers?: Record<string, string>;
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:Canvas;color:CanvasText}main{max-width:32rem;padding:2rem}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0 0 1rem}a{color:LinkText}small{opacity:.75}`;

/** Answers browsers with a page, and other clients with JSON like our API. */
export function renderOwnAnswer(answer: OwnAnswer, accept: string): { headers: Record<string, string>; body: string } {
  const headers = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    ...answer.headers,
  };
  if (!accept.includes("text/html")) {
    const message = `${answer.title} ${answer.advice}`;
    const body = JSON.stringify({ retcode: answer.status < 500 ? "ERROR" : "FAILED", human_readable_message: message });
    return { headers: { ...headers, "Content-Type": "application/json" }, body };
  }
  const link = answer.link ? `<p><a href="${escaped(answer.link.href)}">${escaped(answer.link.text)}</a></p>` : "";
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(answer.title)}</title><style>${STYLE}</style></head><body><main><h1>${escaped(answer.title)}</h1><p>${escaped(answer.advice)}</p>${link}<small>Millrace</small></main></body></html>`;
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
  return {
    headers: { ...headers, "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy },
    body,
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}
