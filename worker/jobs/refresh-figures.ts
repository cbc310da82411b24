import { refreshFigures as refresh } from "~/domain/users/refresh-figures.server";

/** Reads anew what staff sort users by, of those whose money moved. */
export async function refreshFigures(): Promise<void> {
  await refresh({ now: new Date() });
}
