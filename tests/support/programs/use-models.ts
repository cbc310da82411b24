// `bun tests/support/programs/use-models.ts USER TENANT COINS`: on the database of DATABASE_URL one more event comes, all are
// summed and posted, and the sums are checked.
import { closeDatabase } from "~/platform/db.server";
import { checkUsage } from "~/usage/check-usage.server";
import { postCoins } from "~/usage/post-coins.server";
import { storeEvents } from "../usage-events";

const [userId = 0, tenantId = 0, coins = 0] = process.argv.slice(2).map(Number);
const now = new Date();
await storeEvents([{ ts: now, userId, tenantId, coins }], { now });
await postCoins({ now });
const { wrong, rebuilt } = await checkUsage({ now });
console.log(JSON.stringify({ wrong, rebuilt }));
await closeDatabase();
