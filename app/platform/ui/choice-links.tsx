import { classes } from "./classes";
import { Link } from "./link";

export interface ChoiceLink {
  label: string;
  /** Null for a choice that is not available now. */
  to: string | null;
  current: boolean;
}

/** A row of links with one current: a period, a range, a filter. */
export function ChoiceLinks({ label, choices }: { label: string; choices: ChoiceLink[] }) {
  return (
    <nav
      aria-label={label}
      className="flex max-w-full flex-wrap gap-1 rounded-control bg-sunken p-1 max-sm:w-full sm:w-fit"
    >
      {choices.map((choice) =>
        choice.to === null ? (
          <span
            key={choice.label}
            role="link"
            aria-disabled="true"
            className={classes(CHOICE, "text-muted line-through")}
          >
            {choice.label}
          </span>
        ) : (
          <Link
            key={choice.label}
            to={choice.to}
            preventScrollReset
            aria-current={choice.current ? "true" : undefined}
            className={classes(
              CHOICE,
              choice.current ? "bg-surface text-ink shadow-panel" : "text-muted hover:text-ink",
            )}
          >
            {choice.label}
          </Link>
        ),
      )}
    </nav>
  );
}

const CHOICE = "rounded-[0.3rem] px-3 py-1 text-center text-sm font-medium whitespace-nowrap max-sm:grow max-sm:px-2";
