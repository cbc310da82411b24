import type { AutoPause } from "~/payments/inside/auto-top-up/auto-need";
import type { AutoTopUpShown } from "~/payments/inside/auto-top-up/auto-top-up";
import { Banner } from "~/platform/ui/banner";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { isPaused } from "./standing-text";

const PAUSES: Record<AutoPause, string> = {
  disputed: "One of your payments is disputed. Nothing is charged until the dispute is settled.",
  suspended: "An account in this team is suspended. Nothing is charged until the suspension ends.",
  restored:
    "Millrace was restored from a backup and is looking for payments made since. Nothing is charged until that is done.",
};

/** Shows what needs attention: a bank's request, a decline, a reached cap or limit, a pause, or an end. */
export function StandingNote({ auto }: { auto: AutoTopUpShown }) {
  const { state, settings, askingTopupId, tryAfterTs, message } = auto;
  if (auto.paused && isPaused(auto))
    return (
      <Banner tone="warn">
        {PAUSES[auto.paused]} Your tasks stop when your balance is used up.{" "}
        <TextLink to="/contact">Contact support</TextLink>
      </Banner>
    );
  if (state === "asking" && askingTopupId)
    return (
      <Banner tone="warn">
        Your bank asks for your confirmation of ${settings.amount}.{" "}
        <TextLink to={`/billing/add-funds?return=${askingTopupId}`}>Continue at your bank</TextLink>
      </Banner>
    );
  if (state === "resting" && tryAfterTs !== null)
    return (
      <Banner tone="warn">
        {message} We try again after <Time epochSeconds={tryAfterTs} zoned />, unless you add funds first.
      </Banner>
    );
  if (state === "stopped")
    return (
      <Banner tone="danger">
        {message} Automatic charges have stopped. Check your <TextLink to="/billing">cards</TextLink>, then switch it on
        again.
      </Banner>
    );
  if (state === "watching" && auto.capped)
    return (
      <Banner tone="warn">
        Another ${settings.amount} would exceed your monthly cap. Top-ups resume next month, or when you raise the cap.
      </Banner>
    );
  if (state === "watching" && auto.dayLimited)
    return (
      <Banner tone="warn">
        Another ${settings.amount} would exceed the daily limit. Top-ups resume after midnight (UTC).
      </Banner>
    );
  return null;
}
