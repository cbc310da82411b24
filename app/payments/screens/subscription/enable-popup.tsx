import { cardLabel, type SavedCard } from "~/payments/card-label";
import type { FormAnswer } from "~/platform/http/form.server";
import { Facts } from "~/platform/ui/facts";
import { formatCents, formatDate } from "~/platform/ui/format";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Time } from "~/platform/ui/time";
import type { ShownTerms } from "./shown-terms.server";

interface EnablePopupProps {
  terms: ShownTerms;
  card: SavedCard | null;
  /** Answer to the last submission of its form. */
  answer: FormAnswer | undefined;
}

/** The terms to accept before anything is charged (A28). */
export function EnablePopup({ terms, card, answer }: EnablePopupProps) {
  return (
    <Popup
      button="Enable Subscription"
      title="Enable the subscription?"
      look="primary"
      stayOpen={answer?.intent === "subscribe"}
    >
      <PostForm intent="subscribe" className="flex flex-col gap-4" preventScrollReset>
        <Refused answer={answer} />
        <input type="hidden" name="agreed" value={terms.agreement} />
        <Facts
          facts={[
            { label: "Amount", value: <Amount terms={terms} /> },
            { label: "Card", value: card ? cardLabel(card) : "Your default card" },
            { label: "First charge", value: <FirstCharge terms={terms} /> },
            { label: "Next charge", value: <Time epochSeconds={terms.nextTs} format={formatDate} /> },
          ]}
        />
        <p className="text-sm text-muted">
          It renews every month until you press <strong>Disable Subscription</strong> on this screen, on any day. You
          stay PRO until the end of the paid month, and no further month is charged.
        </p>
        <div>
          <SubmitButton intent="subscribe">{confirmText(terms)}</SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}

function Amount({ terms: { feeCents, discount, vat } }: { terms: ShownTerms }) {
  return (
    <>
      {formatCents(feeCents)} a month
      {vat ? (
        <span className="block text-sm text-muted">
          {vat.cents > 0 ? `+ ${formatCents(vat.cents)} ${vat.label}` : vat.label}
        </span>
      ) : null}
      {discount ? (
        <span className="block text-sm text-muted">
          {discount.percent}% off with the code {discount.code}, {lasts(discount.duration)}
        </span>
      ) : null}
    </>
  );
}

function lasts(duration: string): string {
  if (duration === "once") return "once";
  return duration === "forever" ? "on every charge" : `for ${duration}`;
}

function FirstCharge({ terms: { firstCents, firstTs } }: { terms: ShownTerms }) {
  if (firstCents === null) return <>None now: this month is paid</>;
  if (firstTs === null) return <>{formatCents(firstCents)} now</>;
  return (
    <>
      {formatCents(firstCents)} on <Time epochSeconds={firstTs} format={formatDate} />
      <span className="block text-sm text-muted">The last day of your trial. Nothing is charged before that.</span>
    </>
  );
}

function confirmText({ firstCents, firstTs }: ShownTerms): string {
  if (firstCents === null) return "Go on with PRO";
  return firstTs === null
    ? `Pay ${formatCents(firstCents)} now`
    : `Agree to ${formatCents(firstCents)} on ${formatDate(firstTs)}`;
}
