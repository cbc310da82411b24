import { classes } from "./classes";
import { Link, type LinkProps } from "./link";

export function TextLink(props: LinkProps) {
  return Link({ ...props, className: classes("prose-link", props.className) });
}
