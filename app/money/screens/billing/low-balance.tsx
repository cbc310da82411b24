import { Banner } from "~/platform/ui/banner";
import { formatCents } from "~/platform/ui/format";
import { useMoney } from "~/platform/ui/money";

/** Shows that the balance is empty, or the amount owed. Every page shows how long the balance lasts (`MoneyEnd`). */
export function LowBalance() {
  const money = useMoney();
  if (!money) return null;
  const { cents, secondsLeft, balance } = money;
  if (cents < 0)
    return (
      <Banner tone="danger">
        You owe {formatCents(-cents)}. Your next top-up pays that first. Tasks start once funds are left over.
      </Banner>
    );
  if (balance.low_balance !== "zero" || secondsLeft !== null) return null;
  return <Banner tone="danger">{EMPTY}</Banner>;
}

const EMPTY = "Your balance is $0.00. Add funds to start tasks; queued tasks wait until then.";
