import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "~/platform/ui/button";
import { classes } from "~/platform/ui/classes";
import type { NavGroup } from "../frame/navigation";
import { SearchBox } from "./search-box";
import { ShortcutList } from "./shortcut-list";
import { useShortcuts } from "./use-shortcuts";

/** Stored in this browser: `off` after single keys are switched off. */
const KEPT_AS = "millrace-single-keys";

/**
 * The staff search, and the keys: `/` for the search, Ctrl-K for the palette, `g` and a letter for a screen, `?` for a
 * list.
 */
export function StaffKeys({ groups }: { groups: NavGroup[] }) {
  const search = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<"palette" | "help" | null>(null);
  const [singleKeys, setSingleKeys] = useState(true);
  useEffect(() => setSingleKeys(localStorage.getItem(KEPT_AS) !== "off"), []);
  useShortcuts({
    singleKeys,
    screens: Object.fromEntries(
      groups.flatMap(({ screens }) => screens.flatMap(({ letter, to }) => (letter ? [[letter, to]] : []))),
    ),
    onSearch: () => search.current?.focus(),
    onPalette: () => setOpened("palette"),
    onHelp: () => setOpened("help"),
  });
  const keepSingleKeys = (wanted: boolean) => {
    setSingleKeys(wanted);
    localStorage.setItem(KEPT_AS, wanted ? "on" : "off");
  };
  const close = () => setOpened(null);
  return (
    <div className="flex w-full max-w-64 min-w-20 items-center gap-1">
      <SearchBox groups={groups} input={search} />
      <Button
        type="button"
        look="quiet"
        size="small"
        aria-label="Keyboard shortcuts"
        aria-haspopup="dialog"
        className="flex-none max-lg:hidden noscript:hidden"
        onClick={() => setOpened("help")}
      >
        ?
      </Button>
      {opened === "palette" ? (
        <OpenDialog label="Go to" onTop onClose={close}>
          <SearchBox groups={groups} inDialog onGone={close} />
        </OpenDialog>
      ) : null}
      {opened === "help" ? (
        <OpenDialog label="Keyboard shortcuts" onClose={close}>
          <ShortcutList groups={groups} singleKeys={singleKeys} onSingleKeys={keepSingleKeys} onClose={close} />
        </OpenDialog>
      ) : null}
    </div>
  );
}

interface OpenDialogProps {
  label: string;
  /** Grows only downwards, so that its field stays in place. */
  onTop?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Open while it is rendered. */
function OpenDialog({ label, onTop = false, onClose, children }: OpenDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      className={classes("popup-panel mx-auto", onTop ? "mt-[10vh]" : "my-auto")}
    >
      {children}
    </dialog>
  );
}
