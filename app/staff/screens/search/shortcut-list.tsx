import type { NavGroup } from "../frame/navigation";
import { PopupPanel } from "~/platform/ui/popup-panel";

interface ShortcutListProps {
  groups: NavGroup[];
  singleKeys: boolean;
  onSingleKeys: (wanted: boolean) => void;
  onClose: () => void;
}

const FIXED = [
  { keys: ["Ctrl", "K"], does: "Go to a screen, user, task or node" },
  { keys: ["/"], does: "Search" },
  { keys: ["?"], does: "This list" },
  { keys: ["g", "d"], does: "Dashboard" },
];

/** The action of each key, and the switch of single keys. */
export function ShortcutList({ groups, singleKeys, onSingleKeys, onClose }: ShortcutListProps) {
  const screens = groups.flatMap(({ screens }) =>
    screens.flatMap(({ letter, label }) => (letter ? [{ keys: ["g", letter], does: label }] : [])),
  );
  return (
    <PopupPanel title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid gap-x-8 gap-y-1.5 text-sm sm:grid-cols-2">
        {[...FIXED, ...screens].map(({ keys, does }) => (
          <div key={does} className="flex items-baseline justify-between gap-4">
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded border bg-sunken px-1.5 font-mono text-xs">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label className="mt-5 flex items-center gap-2.5 border-t pt-4 text-sm">
        <input type="checkbox" checked={singleKeys} onChange={({ target }) => onSingleKeys(target.checked)} />
        Use single keys; Ctrl-K works either way
      </label>
    </PopupPanel>
  );
}
