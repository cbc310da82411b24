import { Page } from "~/ui/page";
import { RichText } from "~/ui/rich-text";

/** A screen that is one long text, such as the terms. */
export function LegalPage({ title, lead, html }: { title: string; lead: string; html: string }) {
  return (
    <Page title={title} lead={lead}>
      <article className="max-w-prose">
        <RichText html={html} />
      </article>
    </Page>
  );
}
