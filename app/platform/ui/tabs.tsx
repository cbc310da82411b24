import { classes } from "./classes";
import { Link } from "./link";
import { useCurrentInSight } from "./use-current-in-sight";

/** Up to this number of tabs wrap their text on a phone; more of them scroll. */
const FEW = 3;

interface Tab {
  label: string;
  to: string;
  current: boolean;
  /** The current screen is not the tab's own but one that belongs to it. */
  around?: boolean;
}

/** Tabs are links: each has an address and works without JavaScript, which only scrolls the current one into view. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const row = useCurrentInSight(tabs.findIndex((tab) => tab.current || tab.around));
  return (
    <nav
      ref={row}
      aria-label={label}
      className={classes("flex gap-1 overflow-x-auto border-b", tabs.length > FEW && "whitespace-nowrap")}
    >
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          preventScrollReset
          aria-current={tab.current ? "page" : tab.around ? "true" : undefined}
          className="tab"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
