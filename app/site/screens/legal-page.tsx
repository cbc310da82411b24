import { Page } from "~/platform/ui/page";
import { RichText } from "~/platform/ui/rich-text";

interface LegalPageProps {
  title: string;
  lead: string;
  html: string;
  /** Class of the text, for one with its own look. */
  className?: string;
  /** Leaves room for headings next to the text. */
  wide?: boolean;
}

/** A screen with one long text, for example the terms. */
export function LegalPage({ title, lead, html, className, wide = false }: LegalPageProps) {
  return (
    <Page title={title} lead={lead}>
      <article className={wide ? undefined : "max-w-prose"}>
        <RichText html={html} className={className} />
      </article>
    </Page>
  );
}
