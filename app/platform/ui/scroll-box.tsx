import { type ComponentProps, forwardRef } from "react";

/** A box that scrolls by itself must be reachable by the keyboard, or its content is not. */
const REACHABLE = { tabIndex: 0 };

/** A place of fixed height whose content scrolls: a log, a long table. */
export const ScrollBox = forwardRef<HTMLDivElement, ComponentProps<"div"> & { label: string }>(function ScrollBox(
  { label, role = "region", ...rest },
  ref,
) {
  return <div ref={ref} role={role} aria-label={label} {...REACHABLE} {...rest} />;
});
