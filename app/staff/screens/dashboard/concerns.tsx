import { Badge } from "~/platform/ui/badge";
import { Panel } from "~/platform/ui/panel";
import { TextLink } from "~/platform/ui/text-link";
import type { Concern } from "./read-attention.server";

/** Concerns, worst first; one calm line if there is nothing. */
export function Concerns({ concerns }: { concerns: Concern[] }) {
  return (
    <Panel title="Needs attention" padded={false}>
      {concerns.length === 0 ? (
        <p className="flex items-center gap-3 px-4 py-4 sm:px-5">
          <Badge tone="ok">All well</Badge>
          <span className="text-muted">No node, task, payment, check or job needs attention.</span>
        </p>
      ) : (
        <ul className="divide-y">
          {concerns.map(({ text, to, tone }) => (
            <li key={to + text} className="flex items-center gap-3 px-4 py-3 sm:px-5">
              <Badge tone={tone}>{tone === "danger" ? "Now" : "Soon"}</Badge>
              {to.startsWith("#") ? (
                <a href={to} className="prose-link">
                  {text}
                </a>
              ) : (
                <TextLink to={to}>{text}</TextLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
