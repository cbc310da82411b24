import { type ComponentProps, useEffect, useRef } from "react";
import { Panel } from "./panel";

interface FocusedPanelProps extends ComponentProps<typeof Panel> {
  /** Another value takes the focus again. */
  about: unknown;
}

/** A panel that answers a form far away on its screen: it takes the focus, and so comes into view. */
export function FocusedPanel({ about, ...panel }: FocusedPanelProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [about]);
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-20 outline-none">
      <Panel {...panel} />
    </div>
  );
}
