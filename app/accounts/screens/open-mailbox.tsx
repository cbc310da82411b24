import { ButtonLink } from "~/platform/ui/button-link";
import { buttonClasses } from "~/platform/ui/button";
import { useRootData } from "~/platform/ui/use-root-data";

/** A link to the mail: the demo's own mailbox, or that of a known mail provider; else nothing. */
export function OpenMailbox({ webmail }: { webmail: { name: string; url: string } | null }) {
  if (useRootData()?.hasMailbox) {
    return (
      <div className="flex flex-col gap-2">
        <ButtonLink to="/mailbox" look="primary">
          Open the mailbox
        </ButtonLink>
        <p className="text-sm text-muted">This demo sends no mail. It shows every mail on a page.</p>
      </div>
    );
  }
  if (webmail === null) return null;
  return (
    <a href={webmail.url} rel="noreferrer" className={buttonClasses("primary")}>
      Open {webmail.name}
    </a>
  );
}
