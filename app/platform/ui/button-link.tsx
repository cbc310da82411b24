import { type ButtonLook, type ButtonSize, buttonClasses } from "./button";
import { classes } from "./classes";
import { Link, type LinkProps } from "./link";

interface ButtonLinkProps extends LinkProps {
  look?: ButtonLook;
  size?: ButtonSize;
}

/** A link that looks like a button: it navigates and changes nothing. */
export function ButtonLink({ look, size, className, ...rest }: ButtonLinkProps) {
  return Link({ className: classes(buttonClasses(look, size), className), ...rest });
}
