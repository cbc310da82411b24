import type { Explanation } from "~/compute/inside/tasks/explain-end";
import { Banner } from "~/platform/ui/banner";

interface WhyProps {
  explanation: Explanation;
  /** Reason that the system recorded. */
  reason: string;
}

/** Why the task failed, was stopped or lost, in words; the system's own note follows. */
export function Why({ explanation, reason }: WhyProps) {
  return (
    <Banner tone={explanation.tone}>
      <p className="font-medium">{explanation.sentence}</p>
      {explanation.next ? <p className="mt-0.5">{explanation.next}</p> : null}
      {reason ? (
        <details className="mt-1.5">
          <summary className="w-fit underline underline-offset-3">Details</summary>
          <p className="mt-1 font-mono text-xs break-words">{reason}</p>
        </details>
      ) : null}
    </Banner>
  );
}
