import { TextLink } from "~/platform/ui/text-link";
import { useRootData } from "~/platform/ui/use-root-data";

/** Hint where to find the mail. A demo sends none and shows them on a page. */
export function InboxHint() {
  if (useRootData()?.hasMailbox) {
    return (
      <p className="mt-3 text-sm text-muted">
        This demo sends no mail: <TextLink to="/mailbox">open the mailbox</TextLink>.
      </p>
    );
  }
  return <p className="mt-3 text-sm text-muted">Nothing there after a few minutes? Check the spam folder.</p>;
}
