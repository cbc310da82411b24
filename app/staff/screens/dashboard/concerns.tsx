import { Badge } from "~/platform/ui/badge";
import { formatTime } from "~/platform/ui/format";
import { Lead } from "~/platform/ui/lead";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { Concern } from "./read-attention.server";

/** Lists what is wrong now, worst first, each with its act; else 'All clear at 20:41'. */
export function Concerns({ concerns, atSeconds }: { concerns: Concern[]; atSeconds: number }) {
  const at = <Time epochSeconds={atSeconds} format={formatTime} utc />;
  if (concerns.length === 0)
    return <Lead figure={<>All clear at {at}</>}>UTC: no node, task, payment, check or job needs attention.</Lead>;
  return (
    <section aria-label="What is wrong" className="flex flex-col gap-3">
      <Lead figure={countText(concerns)}>at {at} UTC</Lead>
      <ul className="divide-y rounded-panel border bg-surface shadow-panel">
        {concerns.map(({ text, act, to, tone, also }) => (
          <li key={to + text} className="flex items-baseline gap-3 px-4 py-3 sm:px-5">
            <Badge tone={tone}>{tone === "danger" ? "Now" : "Soon"}</Badge>
            <span className="flex grow flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
              <span className="flex flex-wrap gap-x-4">
                {also ? <TextLink to={also.to}>{also.act}</TextLink> : null}
                {to === "" ? null : to.startsWith("#") ? (
                  <a href={to} className="prose-link">
                    {act}
                  </a>
                ) : (
                  <TextLink to={to}>{act}</TextLink>
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function countText(concerns: Concern[]): string {
  const word = concerns.some(({ tone }) => tone === "danger") ? "problem" : "warning";
  return `${concerns.length} ${word}${concerns.length === 1 ? "" : "s"}`;
}
