import { FeedbackWidget } from "./feedback";
import { Link } from "./link";
import { FOOTER } from "./navigation";

export function Footer() {
  return (
    <footer className="border-t">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-6 text-sm text-muted sm:px-6">
        <nav aria-label="Footer" className="flex flex-wrap gap-x-5 gap-y-2">
          {FOOTER.map(({ label, to }) => (
            <Link key={to} to={to} className="hover:text-ink hover:underline">
              {label}
            </Link>
          ))}
        </nav>
        <p>All times are UTC</p>
        <FeedbackWidget />
      </div>
    </footer>
  );
}
