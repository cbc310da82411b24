import { Link } from "@remix-run/react";
import { classes } from "./classes";

export interface Tab {
  label: string;
  to: string;
  current: boolean;
}

/** Tabs are links: each has an address and works without the script. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto border-b">
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          preventScrollReset
          aria-current={tab.current ? "page" : undefined}
          className={classes(
            "-mb-px border-b-2 px-3 py-2 text-sm font-medium whitespace-nowrap -outline-offset-2",
            tab.current ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
          )}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
