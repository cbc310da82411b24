import type { Check } from "~/compute/inside/ssh-keys/check/facts";
import { classes } from "~/platform/ui/classes";

const MARKS = { ok: "✓", fault: "✗", unknown: "–" };
const WORDS = { ok: "in order", fault: "fault", unknown: "not known" };
const COLOURS = {
  ok: "bg-ok-soft text-ok",
  fault: "bg-danger-soft text-danger",
  unknown: "bg-sunken text-muted",
};

/** Each step of a login with its mark; a fault includes advice. */
export function SshChecks({ checks }: { checks: Check[] }) {
  const faults = checks.filter(({ outcome }) => outcome === "fault").length;
  return (
    <div className="mt-5 border-t pt-4">
      <p className="mb-2 text-sm font-medium">{verdict(faults)}</p>
      <ul className="flex flex-col">
        {checks.map(({ name, outcome, sentence, next }) => (
          <li key={name} className="flex gap-3 py-2 text-sm">
            <span
              aria-hidden="true"
              className={classes(
                "grid size-5 flex-none place-items-center rounded-full text-xs font-bold",
                COLOURS[outcome],
              )}
            >
              {MARKS[outcome]}
            </span>
            <div className="min-w-0 break-words">
              <p>
                <strong className="font-medium">{name}</strong>
                <span className="sr-only"> ({WORDS[outcome]})</span>
              </p>
              <p className="text-muted">{sentence}</p>
              {next ? <p className="mt-0.5">{next}</p> : null}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function verdict(faults: number): string {
  if (faults === 0) return "Everything that we can check works.";
  return faults === 1 ? "One fault was found." : `${faults} faults were found; start with the first.`;
}
