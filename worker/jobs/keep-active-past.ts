import { keepActivePast as keep } from "~/domain/users/keep-active-past.server";

/** Writes the active users of the days that are over, for their history. */
export async function keepActivePast(): Promise<void> {
  await keep({ now: new Date() });
}
