import { renderToStaticMarkup } from "react-dom/server";
import { Markdown } from "./markdown";

const KEPT_MAX = 1_000;
const kept = new Map<string, string>();

/** Markdown as HTML, escaped by React itself. Rendered here, so that no browser needs the markdown library. */
export function renderMarkdown(text: string, { isPage = false } = {}): string {
  const name = `${isPage}:${text}`;
  const known = kept.get(name);
  if (known !== undefined) return known;
  if (kept.size >= KEPT_MAX) kept.clear();
  const html = renderToStaticMarkup(<Markdown text={text} isPage={isPage} />);
  kept.set(name, html);
  return html;
}
