import { type FundsNow, fundsWithTask } from "~/money/funds-with-task";
import { timeLeft } from "~/money/time-left";
import { unitsToDollars4, asUnits } from "~/money/units";
import { onTo } from "~/platform/own-path";
import { SHOWN } from "~/platform/shown-messages";
import { Banner } from "~/platform/ui/banner";
import { ButtonLink } from "~/platform/ui/button-link";
import { formatCents, formatDollars } from "~/platform/ui/format";
import { Time } from "~/platform/ui/time";

interface FundsNoteProps {
  funds: FundsNow;
  pphCents: number;
  /** True if funds are the first missing requirement. */
  isNext: boolean;
  /** The path of the order, which adding funds leads back to. */
  order: string;
}

/** Adding funds, and back to the order. */
export function addFundsPath(order: string): string {
  return onTo("/billing/add-funds", order);
}

/** Before a start: how long the balance lasts with this task included, or that it does not cover it (S12, M27). */
export function FundsNote({ funds, pphCents, isNext, order }: FundsNoteProps) {
  const { lastsS, endsTs, covered, wantingCents } = fundsWithTask(funds, pphCents);
  const balance = formatDollars(unitsToDollars4(asUnits(BigInt(funds.availableUnits))));
  if (!covered) {
    return (
      <Banner tone="warn">
        <p className="font-medium">{SHOWN.balanceTooLow}</p>
        <p className="mt-0.5">
          Your balance is {balance}; at least {formatCents(wantingCents)} more is needed to start.
        </p>
        <ButtonLink look={isNext ? "primary" : "secondary"} to={addFundsPath(order)} className="mt-3">
          Add Funds
        </ButtonLink>
      </Banner>
    );
  }
  return (
    <p className="text-sm text-muted">
      With this task included your balance of <strong className="font-semibold text-ink">{balance}</strong> lasts{" "}
      <strong className="font-semibold whitespace-nowrap text-ink">{timeLeft(lastsS)}</strong>
      {funds.committedPph > 0 ? ` (${formatCents(funds.committedPph + pphCents)} per hour in all)` : ""}, until{" "}
      <Time epochSeconds={endsTs} zoned />.
    </p>
  );
}
