import { classes } from "./classes";

/** Text that the server rendered from markdown; only `renderMarkdown` makes its HTML. */
export function RichText({ html, className }: { html: string; className?: string }) {
  return <div className={classes("rich-text", className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
