import type { FoundLine } from "~/compute/find-in-log";
import type { LogLine } from "~/compute/log-lines";
import { classes } from "./classes";
import { formatClock } from "./format";

interface LogViewProps {
  found: FoundLine<LogLine>[];
  /** Index of the current match, from 0; null for none. */
  current: number | null;
  times: boolean;
}

/** The lines of a log. Lines of the error stream are marked by a word in the margin, not only by colour. */
export function LogView({ found, current, times }: LogViewProps) {
  return (
    <pre
      className={classes(
        "font-mono text-code leading-relaxed [overflow-wrap:anywhere] whitespace-pre-wrap",
        "[&>span]:block [&>span]:min-h-[1lh] [&_i]:mr-3 [&_i]:text-muted [&_i]:not-italic",
        "[&>.err]:text-warn [&>.err]:before:mr-2 [&>.err]:before:text-xs [&>.err]:before:content-['stderr']",
      )}
    >
      {found.map(({ line, parts }) => (
        <span key={line.key} className={line.stream === "err" ? "err" : undefined}>
          {times ? <i>{formatClock(line.ts)}</i> : null}
          {parts.map(({ text, match }, index) =>
            match === null ? (
              text
            ) : (
              <mark
                key={index}
                data-match={match}
                className={classes(
                  "rounded-sm",
                  match === current ? "bg-accent text-accent-ink" : "bg-warn-soft text-warn",
                )}
              >
                {text}
              </mark>
            ),
          )}
        </span>
      ))}
    </pre>
  );
}
