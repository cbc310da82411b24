import { UTC } from "~/platform/time-zone";
import { FeedbackWidget } from "./feedback";
import { Link } from "./link";
import { useRootData } from "./use-root-data";
import { ThemeSwitch } from "./theme-switch";
import { useZone } from "./zone";

export function Footer() {
  return (
    <footer className="border-t">
      <div className="page-row flex-wrap justify-between gap-x-8 gap-y-4 py-6 text-sm text-muted">
        <nav aria-label="Footer" className="flex flex-wrap gap-x-5 gap-y-2">
          {(useRootData()?.menus.footer ?? []).map(({ label, to }) => (
            <Link key={to} to={to} className="hover:text-ink hover:underline">
              {label}
            </Link>
          ))}
        </nav>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <ShownZone />
          <ThemeSwitch />
          <FeedbackWidget />
        </div>
      </div>
    </footer>
  );
}

/**
 * Shows which zone the page's clock uses. Its width fits the longer text, so nothing moves when the script knows the
 * zone.
 */
function ShownZone() {
  return (
    <p className="w-33 text-right max-sm:text-left">
      {useZone() === UTC ? "All times are UTC" : "All times are local"}
    </p>
  );
}
