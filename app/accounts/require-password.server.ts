import { prisma } from "~/platform/db.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { env } from "~/platform/env.server";
import { WRONG_PASSWORD } from "./inside/account-texts";
import { isPassword } from "./inside/hash-password.server";
import { lastingLimit } from "~/platform/lasting-limit.server";
import { tooManyAttempts } from "./inside/login-limits.server";

/** Limits guesses at the password from an open session. */
const guesses = lastingLimit({
  prefix: "password",
  points: env.RATE_LOGIN_PER_EMAIL,
  durationS: 15 * 60,
  refusal: tooManyAttempts,
});

/**
 * Refuses at `field` unless this is the user's current password: with M76 if it is missing, its own text if it is
 * wrong, M71 after 5 wrong ones in 15 minutes, and M482 if the account has none.
 */
export async function requirePassword(given: { userId: number; password: string; field: string }): Promise<void> {
  const user = await prisma.user.findUnique({ where: { id: given.userId }, select: { passwordHash: true } });
  if (user?.passwordHash === null) throw Refusal.ofField(given.field, M.noPasswordYet);
  if (given.password === "") throw Refusal.ofField(given.field, M.currentPasswordRequired);
  await guesses.consume(String(given.userId));
  const right = await isPassword(user?.passwordHash ?? null, given.password);
  if (!right) throw Refusal.ofField(given.field, WRONG_PASSWORD);
  await guesses.forget(String(given.userId));
}
