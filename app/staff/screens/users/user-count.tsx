import type { UsersView } from "./users-view.server";

/** The most users of a list (3.6). */
const LIST_MAX = 10_000;
const PAGES_MAX = LIST_MAX / 25;

/** Checks whether more pages may follow the known ones. */
export const goesOn = ({ more, pages }: Pick<UsersView, "more" | "pages">) => more && pages < PAGES_MAX;

/** The number of users of a list; a lower bound if counting would take long. */
export function UserCount({ total, more }: Pick<UsersView, "total" | "more">) {
  if (more) return <>{Math.min(total, LIST_MAX).toLocaleString("en-US")}+ users</>;
  const users = `${total.toLocaleString("en-US")} ${total === 1 ? "user" : "users"}`;
  return <>{total > LIST_MAX ? `${users}, the first ${LIST_MAX.toLocaleString("en-US")} below` : users}</>;
}
