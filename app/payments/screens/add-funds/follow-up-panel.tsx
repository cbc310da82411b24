import { useEffect } from "react";
import { onTo } from "~/platform/own-path";
import { Banner } from "~/platform/ui/banner";
import { ButtonLink } from "~/platform/ui/button-link";
import { buttonClasses } from "~/platform/ui/button";
import { formatCents } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import type { FollowUp } from "./follow-up.server";

interface FollowUpPanelProps {
  followed: FollowUp;
  /** The path of the order that it pays for. */
  order: string | null;
}

/** The outcome of a top-up when the customer returns (6.5). */
export function FollowUpPanel({ followed, order }: FollowUpPanelProps) {
  useOpenOnce(followed);
  if (followed.state === "failed")
    return (
      <Banner tone="danger">
        {followed.message === "" ? "Nothing was paid and nothing was charged." : followed.message}
      </Banner>
    );
  const amount = formatCents(followed.cents);
  if (followed.state === "waiting")
    return (
      <Panel className="max-w-xl">
        <p>
          Your top-up of {amount} is <strong>Pending</strong>: the card payment provider has not confirmed it yet. It is
          added to your balance once it is confirmed; you can leave this page.
        </p>
        <p className="mt-4">
          <NextStep order={order} />
        </p>
      </Panel>
    );
  return (
    <Panel className="max-w-xl">
      <p>Your top-up of {amount} is waiting for you. Nothing is charged until you confirm it.</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <GoOn followed={followed} order={order} />
        <PostForm intent="cancel" action={onTo("/billing/add-funds", order)}>
          <input type="hidden" name="topup_id" value={followed.topupId} />
          <SubmitButton intent="cancel" look="secondary">
            Cancel top-up
          </SubmitButton>
        </PostForm>
        <NextStep order={order} />
      </div>
    </Panel>
  );
}

function NextStep({ order }: { order: string | null }) {
  if (order === null) return <ButtonLink to="/billing">Back to Billing</ButtonLink>;
  return <ButtonLink to={order}>Continue with your order</ButtonLink>;
}

function GoOn({ followed: { topupId, actionUrl, asksForCard }, order }: FollowUpPanelProps) {
  if (actionUrl !== "")
    return (
      <a href={actionUrl} className={buttonClasses("primary")}>
        {asksForCard ? "Continue to the payment page" : "Continue at your bank"}
      </a>
    );
  return (
    <PostForm intent="confirm" action={onTo("/billing/add-funds", order)}>
      <input type="hidden" name="topup_id" value={topupId} />
      <SubmitButton intent="confirm">Continue at your bank</SubmitButton>
    </PostForm>
  );
}

/** Opens the bank's page once: a customer who returns by the Back button stays. */
function useOpenOnce({ topupId, state, actionUrl, asksForCard }: FollowUp): void {
  useEffect(() => {
    const key = `millrace.opened.${topupId}`;
    if (state !== "confirm" || actionUrl === "" || asksForCard || sessionStorage.getItem(key)) return;
    sessionStorage.setItem(key, "1");
    window.location.assign(actionUrl);
  }, [topupId, state, actionUrl, asksForCard]);
}
