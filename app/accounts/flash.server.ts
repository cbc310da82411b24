import { z } from "zod";
import { db } from "~/platform/db.server";

/** The one-time notice for the next page (2.1). */
export const Flash = z.object({
  retcode: z.enum(["OK", "ERROR", "FAILED"]),
  message: z.string(),
  /** The page that shows it; other open tabs leave it. */
  path: z.string(),
});
export type Flash = z.infer<typeof Flash>;

/** Keeps the notice. False if the session has ended. */
export async function keepFlash({ sessionId, flash }: { sessionId: string; flash: Flash }): Promise<boolean> {
  const kept = await db.query(`update session set flash = $2 where id = $1 returning id`, [
    sessionId,
    JSON.stringify(flash),
  ]);
  return kept.length > 0;
}

/** Removes and returns the notice of a page; two concurrent loads show it once. */
export async function takeFlash(given: { sessionId: string; path: string }): Promise<Flash | null> {
  const { sessionId, path } = given;
  const [row] = await db.query<{ flash: unknown }>(
    `update session s set flash = null
     from (select id, flash from session where id = $1 and flash ->> 'path' = $2 for update) old
     where s.id = old.id returning old.flash`,
    [sessionId, path],
  );
  return row ? (Flash.safeParse(row.flash).data ?? null) : null;
}
