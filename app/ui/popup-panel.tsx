import type { ReactNode } from "react";
import { Icon } from "./icon";

interface PopupPanelProps {
  title: string;
  /** Absent before the script runs; a click beside the panel closes it then. */
  onClose?: () => void;
  children: ReactNode;
}

export function PopupPanel({ title, onClose, children }: PopupPanelProps) {
  return (
    <>
      <div className="sticky -top-5 z-10 -mx-5 -mt-5 mb-1 flex items-start justify-between gap-4 bg-raised px-5 pt-5 pb-3">
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
