import { classes } from "./classes";

/** Text that the server has rendered from markdown; its HTML comes from `renderMarkdown` alone. */
export function RichText({ html, className }: { html: string; className?: string }) {
  return <div className={classes("rich-text", className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
