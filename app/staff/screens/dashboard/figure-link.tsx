import { Link } from "~/platform/ui/link";

/** A figure that links to its rows. */
export function FigureLink({ to, children }: { to: string; children: string | number }) {
  return (
    <Link to={to} className="decoration-1 underline-offset-4 hover:underline">
      {children}
    </Link>
  );
}
