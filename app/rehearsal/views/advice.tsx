import { Panel } from "~/platform/ui/panel";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { RehearsalState } from "~/rehearsal/inside/rehearsal-json";
import type { AdviceNow } from "~/rehearsal/read-advice.server";

const COMES = "What the last 30 days suggest is being rehearsed.";
const NO_RESULT = "No advice: its rehearsal did not finish.";
const WITHOUT_ADVICE: Record<RehearsalState, string> = {
  waiting: COMES,
  running: COMES,
  done: "No advice: what the last 30 days suggest would not have been clearly better.",
  failed: NO_RESULT,
  cancelled: NO_RESULT,
};

/** Sentences to act on, each with the rehearsal that shows it. */
export function AdvicePanel({ advice: { advice, lookedTs, state } }: { advice: AdviceNow }) {
  return (
    <Panel title="Advice" lead="From the last 30 days. Each sentence is the result of a rehearsal.">
      {advice.length > 0 ? (
        <ul className="divide-y rounded-panel border bg-surface shadow-panel">
          {advice.map(({ text, to }) => (
            <li key={to} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-3 sm:px-5">
              <span className="max-w-3xl min-w-0 text-pretty [overflow-wrap:anywhere]">{text}</span>
              <TextLink to={to}>See the rehearsal</TextLink>
            </li>
          ))}
        </ul>
      ) : (
        <p className="max-w-3xl text-pretty text-muted">
          {lookedTs === null ? (
            "No advice yet: Millrace looks for it once a day."
          ) : (
            <>
              {state === null ? "No advice: nothing in the last 30 days stood out." : WITHOUT_ADVICE[state]} Millrace
              looked on <Time epochSeconds={lookedTs} />, and looks again each day.
            </>
          )}
        </p>
      )}
    </Panel>
  );
}
