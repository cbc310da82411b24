import { formatCents } from "~/platform/ui/format";
import { FromWhen, PriceQuestion } from "./price-question";

/** An unconfirmed price, with its effect on existing tasks. */
export interface AskedPrice {
  gpuType: string;
  pphCents: number;
  /** Version of the type that the admin saw. */
  version: number;
  /** Value of a date field, in UTC; empty: at once. */
  appliesAt: string;
  effect: { running: number; queued: number; atNew: number };
}

const tasks = (count: number) => `${count} ${count === 1 ? "task" : "tasks"}`;

/** The effect of a price, before it is saved (A20, B14). */
export function AskPrice({ asked, before }: { asked: AskedPrice; before: number | undefined }) {
  const { gpuType, pphCents, version, appliesAt, effect } = asked;
  return (
    <PriceQuestion
      intent="set-price"
      title={`${gpuType}: ${before === undefined ? "" : `${formatCents(before)} → `}${formatCents(pphCents)} per GPU-hour`}
      fields={{ gpu_type: gpuType, pph: pphCents, version, applies_at: appliesAt }}
      appliesAt={appliesAt}
    >
      <FromWhen appliesAt={appliesAt} until="then" />
      <li>Running tasks are unaffected: {tasks(effect.running)} of this type keep their price.</li>
      <li>
        {effect.atNew === 0 && effect.queued > 0
          ? `0 of ${effect.queued} waiting tasks start at the new price: they keep the lower price at which they were accepted.`
          : `${effect.atNew} of ${effect.queued} waiting tasks ${effect.atNew === 1 ? "starts" : "start"} at the new price; the others keep the lower price at which they were accepted.`}
      </li>
    </PriceQuestion>
  );
}
