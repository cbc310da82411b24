import { prisma } from "~/db.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { isPassword } from "./hash-password.server";

/** Refuses with M76 beside `field` unless this is the user's present password. */
export async function requirePassword(given: {
  userId: number;
  password: string;
  field: string;
}): Promise<void> {
  const user = await prisma.user.findUnique({ where: { id: given.userId }, select: { passwordHash: true } });
  const right = await isPassword(user?.passwordHash ?? null, given.password);
  if (!right) throw Refusal.ofField(given.field, M.M76);
}
