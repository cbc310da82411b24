import { Link, type LinkProps } from "@remix-run/react";
import { classes } from "./classes";

export function TextLink({ className, ...rest }: LinkProps) {
  return <Link className={classes("prose-link", className)} {...rest} />;
}
