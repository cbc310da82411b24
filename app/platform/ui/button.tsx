import type { ComponentProps } from "react";
import { classes } from "./classes";
import { useScripted } from "./use-scripted";

export type ButtonLook = "primary" | "secondary" | "danger" | "quiet";
export type ButtonSize = "small" | "normal";

/** The classes of a button (button.css), also for a summary or a link that looks like one. */
export function buttonClasses(look: ButtonLook = "secondary", size: ButtonSize = "normal"): string {
  return classes("button", `button-${look}`, size === "small" && "button-small");
}

interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonLook;
  size?: ButtonSize;
}

/** A button that needs the script keeps its place, invisible, until the script runs. */
export function Button({ look, size, className, type = "submit", ...rest }: ButtonProps) {
  const waitsForScript = !useScripted() && type === "button" && rest.onClick !== undefined;
  return (
    <button
      type={type}
      className={classes(buttonClasses(look, size), waitsForScript && "invisible", className)}
      {...rest}
    />
  );
}
