import type { ReactNode } from "react";
import { type FundsNow, fundsWithTask } from "~/money/funds-with-task";
import { timeLeft } from "~/money/time-left";
import { costPerDayCents, type Prices } from "~/compute/gpu-cost";
import { formatCents } from "~/platform/ui/format";
import type { Choice } from "./choice";
import { pphOf } from "./cost";
import { keptAndLost } from "./kept-and-lost";

interface CostBarProps {
  choice: Choice;
  prices: Prices;
  /** Null for visitors. */
  funds: FundsNow | null;
  /** Buttons for the next step. */
  children: ReactNode;
}

/** Cost of the choice, kept data and the next step, always visible (B16); shorter on a phone. */
export function CostBar({ choice, prices, funds, children }: CostBarProps) {
  const pphCents = pphOf(choice, prices);
  return (
    <section aria-label="Cost and start" className="bottom-bar cost-bar">
      <dl className="flex gap-x-5 tabular-nums sm:gap-x-8">
        <Figure label="Cost per hour" value={pphCents === null ? "–" : formatCents(pphCents)} />
        <Figure
          label="Cost per 24 h"
          value={pphCents === null ? "–" : formatCents(costPerDayCents(pphCents))}
          className="max-sm:hidden"
        />
        {funds && pphCents !== null ? (
          <Figure label="Balance lasts" value={timeLeft(fundsWithTask(funds, pphCents).lastsS)} />
        ) : null}
      </dl>
      <div className="flex grow flex-wrap items-center justify-end gap-3">{children}</div>
      <p className="basis-full text-xs text-muted max-sm:hidden">{keptAndLost(choice)}</p>
    </section>
  );
}

function Figure({ label, value, className }: { label: string; value: string; className?: string }) {
  return (
    <div className={className}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-lg leading-6 font-semibold">{value}</dd>
    </div>
  );
}
