import type { ReactNode } from "react";
import { cardLabel } from "~/payments/card-label";
import { FEE_CENTS } from "~/compute/subscription-price";
import { formatCents, formatDate } from "~/platform/ui/format";
import { Time } from "~/platform/ui/time";
import type { Screen } from "./read-screen.server";

const FEE = formatCents(FEE_CENTS);

/** Shows in one line the customer's plan, its end, and what happens next. */
export function Standing({ screen }: { screen: Screen }): ReactNode {
  const { enabled, endsTs, freeUntilTs, trialEndTs, upcoming, pastDue, plusVat, pro, unpaid } = screen;
  if (pastDue) return <>You have PRO, and its last invoice is still to be paid{from(screen)}.</>;
  if (endsTs !== null)
    return (
      <>
        You have PRO until <Day ts={endsTs} />. Nothing more is charged; after that you are on FREE.
      </>
    );
  if (enabled && freeUntilTs !== null)
    return (
      <>
        You have PRO, free of charge until <Day ts={freeUntilTs} />. On that day {FEE}
        {plusVat ? " + VAT" : ""} is charged{from(screen)}, and then each month.
      </>
    );
  if (enabled && upcoming)
    return (
      <>
        You have PRO. Next, {formatCents(upcoming.remaining)} is charged{from(screen)} on <Day ts={upcoming.startTs} />,
        for another month.
      </>
    );
  if (unpaid) return <>You have {pro ? "PRO" : "FREE"}. PRO begins once the first payment is confirmed.</>;
  if (pro && trialEndTs !== null)
    return (
      <>
        You have PRO on trial until <Day ts={trialEndTs} />. After that you are on FREE and nothing is charged, unless
        you enable the subscription.
      </>
    );
  if (pro) return <>You have PRO.</>;
  return (
    <>
      You are on FREE, which costs nothing. Your next coins come on <Day ts={screen.nextCoinsTs} />.
    </>
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
