import type { ComponentProps } from "react";
import { classes } from "./classes";

export type ButtonLook = "primary" | "secondary" | "danger" | "quiet";
export type ButtonSize = "small" | "normal";

/** The classes of a button, also for a summary or a link that looks like one. */
export function buttonClasses(look: ButtonLook = "secondary", size: ButtonSize = "normal"): string {
  return classes(
    "inline-flex items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap select-none",
    "transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55",
    SIZES[size],
    LOOKS[look],
  );
}

interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonLook;
  size?: ButtonSize;
}

export function Button({ look, size, className, type = "submit", ...rest }: ButtonProps) {
  return <button type={type} className={classes(buttonClasses(look, size), className)} {...rest} />;
}

const SIZES = { small: "h-8 px-2.5 text-sm", normal: "h-9.5 px-3.5 text-sm" };

const LOOKS = {
  primary: "border-transparent bg-accent text-accent-ink not-disabled:hover:bg-accent-hover",
  secondary: "border-line bg-surface text-ink shadow-panel not-disabled:hover:bg-sunken",
  danger: "border-transparent bg-danger-fill text-white not-disabled:hover:brightness-95",
  quiet: "border-transparent text-muted not-disabled:hover:bg-sunken not-disabled:hover:text-ink",
};
