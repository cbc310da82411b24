import type { ReactNode } from "react";
import { Icon } from "./icon";

interface PopupPanelProps {
  title: string;
  /** Absent before the script runs. A click outside the panel closes it then. */
  onClose?: () => void;
  children: ReactNode;
}

export function PopupPanel({ title, onClose, children }: PopupPanelProps) {
  return (
    <>
      <div className="popup-head">
        <h2 className="min-w-0 text-base font-semibold break-words">{title}</h2>
        {onClose ? (
          <button
            type="button"
            onClick={onClose}
            aria-label="Close"
            className="-m-1 grid size-7 flex-none place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
          >
            <Icon name="x" className="size-4" />
          </button>
        ) : null}
      </div>
      {children}
    </>
  );
}
