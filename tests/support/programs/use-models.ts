// `bun tests/support/programs/use-models.ts USER TENANT COINS`: stores one more event in the database of DATABASE_URL,
// sums and posts all events, and checks the sums.
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
