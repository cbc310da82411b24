import type { UsersView } from "./users-view.server";

/** As many as a list holds (3.6). */
const LIST_MAX = 10_000;
const PAGES_MAX = LIST_MAX / 25;

/** Whether there may be a page beyond the known ones. */
export const goesOn = ({ more, pages }: Pick<UsersView, "more" | "pages">) => more && pages < PAGES_MAX;

/** How many users a list has; where counting them all would take long, so many at least. */
export function HowMany({ total, more }: Pick<UsersView, "total" | "more">) {
  if (more) return <>{Math.min(total, LIST_MAX).toLocaleString("en-US")}+ users</>;
  const users = `${total.toLocaleString("en-US")} ${total === 1 ? "user" : "users"}`;
  return <>{total > LIST_MAX ? `${users}, the first ${LIST_MAX.toLocaleString("en-US")} below` : users}</>;
}
