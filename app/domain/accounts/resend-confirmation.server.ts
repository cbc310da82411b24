import { transaction } from "~/db.server";
import { mailConfirmLink } from "./mail-confirm-link.server";
import { linkLimit } from "./mail-limits.server";

/** Sends a logged-in, unverified user the link again. Refuses with M08 after 3 mails an hour. */
export async function resendConfirmation(given: {
  user: { userId: number; email: string; name: string };
  now: Date;
}): Promise<void> {
  const { user, now } = given;
  await linkLimit.consume(user.email);
  await transaction(async (tx) => {
    const [own] = await tx.query<{ passwordHash: string }>(
      `select password_hash as "passwordHash" from user_account where id = $1`,
      [user.userId],
    );
    await mailConfirmLink(tx, { ...user, passwordHash: own?.passwordHash ?? "", now });
  });
}
