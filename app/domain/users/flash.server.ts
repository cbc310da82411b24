import { z } from "zod";
import { db } from "~/db.server";

/** The one-time notice of the next page (2.1). */
export const Flash = z.object({
  retcode: z.enum(["OK", "ERROR", "FAILED"]),
  message: z.string(),
});
export type Flash = z.infer<typeof Flash>;

export async function keepFlash({ sessionId, flash }: { sessionId: string; flash: Flash }): Promise<void> {
  await db.query(`update session set flash = $2 where id = $1`, [sessionId, JSON.stringify(flash)]);
}

/** Takes the notice out: two pages that load at once show it once. */
export async function takeFlash({ sessionId }: { sessionId: string }): Promise<Flash | null> {
  const [row] = await db.query<{ flash: unknown }>(
    `update session s set flash = null from (select id, flash from session where id = $1 for update) old
     where s.id = old.id and old.flash is not null returning old.flash`,
    [sessionId],
  );
  return row ? (Flash.safeParse(row.flash).data ?? null) : null;
}
