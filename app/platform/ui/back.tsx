import { Link } from "./link";

export interface BackTo {
  to: string;
  /** Name of the screen there. */
  label: string;
}

/** A link to the parent screen, above the title. */
export function Back({ to, label }: BackTo) {
  return (
    <p className="text-sm">
      <Link to={to} className="-my-1 inline-block py-1 text-muted hover:text-ink hover:underline">
        <span aria-hidden="true">‹ </span>
        <span className="sr-only">Back to </span>
        {label}
      </Link>
    </p>
  );
}
