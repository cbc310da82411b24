import { classes } from "./classes";
import { Link, type LinkProps } from "./link";

export function TextLink({ className, ...rest }: LinkProps) {
  return <Link className={classes("prose-link", className)} {...rest} />;
}
