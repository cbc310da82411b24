import { type ComponentProps, forwardRef } from "react";

/** The keyboard must reach a box that scrolls, or its content is out of reach. */
const REACHABLE = { tabIndex: 0 };

/** A box of fixed height whose content scrolls: a log, a long table. */
export const ScrollBox = forwardRef<HTMLDivElement, ComponentProps<"div"> & { label: string }>(function ScrollBox(
  { label, role = "region", ...rest },
  ref,
) {
  return <div ref={ref} role={role} aria-label={label} {...REACHABLE} {...rest} />;
});
