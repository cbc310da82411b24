import { deleteAccounts as advance } from "~/domain/own-data/deletion/delete-accounts.server";

/** Goes on with the accounts that their owners delete. */
export async function deleteAccounts(): Promise<void> {
  await advance({ now: new Date() });
}
