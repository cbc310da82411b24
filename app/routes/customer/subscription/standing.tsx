import type { ReactNode } from "react";
import { cardLabel } from "~/domain/payments/card-label";
import { FEE_CENTS } from "~/domain/pricing/subscription-price";
import { formatCents, formatDate } from "~/ui/format";
import { Time } from "~/ui/time";
import type { Screen } from "./read-screen.server";

/** What the customer has, until when, and what happens next, in one sentence. */
export function Standing({ screen }: { screen: Screen }): ReactNode {
  const { enabled, endsTs, freeUntilTs, trialEndTs, upcoming, pastDue, pro, unpaid } = screen;
  const fee = formatCents(FEE_CENTS);
  if (pastDue) return <>You have PRO, and its last invoice is still to be paid{from(screen)}.</>;
  if (endsTs !== null)
    return (
      <>
        You have PRO until <Day ts={endsTs} />; then you go back to FREE, and nothing more is charged.
      </>
    );
  if (enabled && freeUntilTs !== null)
    return (
      <>
        You have PRO free of charge until <Day ts={freeUntilTs} />; then {fee} a month is charged{from(screen)}.
      </>
    );
  if (enabled && upcoming)
    return (
      <>
        You have PRO until <Day ts={upcoming.startTs} />; then it goes on for another month, and{" "}
        {formatCents(upcoming.remaining)} is charged{from(screen)}.
      </>
    );
  if (unpaid) return <>You have {pro ? "PRO" : "FREE"}; PRO begins once the first payment is confirmed.</>;
  if (pro && trialEndTs !== null)
    return (
      <>
        You have PRO on trial until <Day ts={trialEndTs} />; then you go back to FREE, unless you enable the
        subscription for {fee} a month.
      </>
    );
  if (pro) return <>You have PRO.</>;
  return (
    <>You are on FREE, with 2 million coins a month. PRO gives you 20 million for {fee} a month; cancel any time.</>
  );
}

function Day({ ts }: { ts: number }) {
  return (
    <strong className="font-semibold">
      <Time epochSeconds={ts} format={formatDate} />
    </strong>
  );
}

function from({ method }: Screen): string {
  return method ? ` to ${cardLabel(method)}` : "";
}
