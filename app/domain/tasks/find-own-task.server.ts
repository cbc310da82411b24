import { z } from "zod";
import { prisma } from "~/db.server";

/** What the task's own screen shows beyond the row of `GET /v1/jobs`. */
export interface OwnTask {
  tenantImage: string;
  /** Null until the task ended by itself. */
  exitCode: number | null;
}

/** A task of the tenant, or null when the guid names none of its own. */
export async function findOwnTask(given: { tenantId: number; resvGuid: string }): Promise<OwnTask | null> {
  const { tenantId, resvGuid } = given;
  if (!z.guid().safeParse(resvGuid).success) return null;
  return await prisma.task.findFirst({
    where: { resvGuid, tenantId },
    select: { tenantImage: true, exitCode: true },
  });
}
