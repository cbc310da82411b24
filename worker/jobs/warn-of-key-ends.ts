import { warnOfEnds } from "~/domain/accounts/api-keys/warn-of-ends.server";

/** Tells by mail of API keys that end within a week. */
export async function warnOfKeyEnds(): Promise<void> {
  await warnOfEnds({ now: new Date() });
}
