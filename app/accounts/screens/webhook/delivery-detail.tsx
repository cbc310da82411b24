import type { AttemptRow, DeliveryRow } from "~/accounts/list-deliveries.server";
import { Time } from "~/platform/ui/time";
import { durationText } from "./duration-text";

/** The sent request, and the answer to each attempt; opens without a script too. */
export function DeliveryDetail({ delivery }: { delivery: DeliveryRow }) {
  const { webhook_id, payload, attempts, error, type, id } = delivery;
  return (
    <details className="line-detail text-sm max-md:-mt-3">
      <summary className="prose-link w-fit" aria-label={`Details of ${type}, delivery ${id}`}>
        Details
      </summary>
      <div className="flex flex-col gap-3 max-md:mt-2 md:pb-3">
        {error ? <p>{error}</p> : null}
        <Text title={`webhook-id: ${webhook_id}`} text={payload} />
        {attempts.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
      </div>
    </details>
  );
}

function Attempt({ attempt: { number, ts, status, error, duration_ms, body } }: { attempt: AttemptRow }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p>
        Try {number}, <Time epochSeconds={ts} />: {status === null ? "no answer" : `answered ${status}`} after{" "}
        {durationText(duration_ms)}. {isClearFrom(status) ? null : error}
      </p>
      {body ? <Text title="Start of the response" text={body} /> : null}
    </div>
  );
}

/** Checks whether the status is enough; redirects and missing answers need words. */
function isClearFrom(status: number | null): boolean {
  return status !== null && status >= 400;
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <figure className="rounded-control border bg-sunken">
      <figcaption className="border-b px-3 py-1 text-xs break-all text-muted">{title}</figcaption>
      <pre className="px-3 py-2 font-mono text-code break-all whitespace-pre-wrap">{text}</pre>
    </figure>
  );
}
