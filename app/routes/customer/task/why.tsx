import { explainEnd, type EndOfTask } from "~/domain/tasks/explain-end";
import { Banner } from "~/ui/banner";

/** Why the task failed, was stopped or lost, in words; what the system noted stands behind them. */
export function Why(end: EndOfTask) {
  const explanation = explainEnd(end);
  if (!explanation) return null;
  return (
    <Banner tone={explanation.tone}>
      <p className="font-medium">{explanation.sentence}</p>
      {explanation.next ? <p className="mt-0.5">{explanation.next}</p> : null}
      {end.reason ? (
        <details className="mt-1.5">
          <summary className="w-fit underline underline-offset-3">Details</summary>
          <p className="mt-1 font-mono text-xs break-words">{end.reason}</p>
        </details>
      ) : null}
    </Banner>
  );
}
