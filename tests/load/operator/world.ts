import { seedCatalogue } from "../../../prisma/seed-catalogue";
import { db, sweep } from "~/platform/db.server";
import { mergeLedgerHours } from "~/money/ledger-hours.server";
import { plantFleet } from "../fleet-world";
import { fillSignUps } from "../sign-ups-world";
import { fillDays, fillUsers } from "../users-world";
import { fillMoney } from "./money";
import { fillPast } from "./past";
import { fillTeams } from "./teams";

const USERS = 1_000_000;
const SPENDERS = 50_000;
const NODES = 1_000;

/**
 * The data of an operator's screens at the full size. Users, sign-ups, nodes, workspaces and staff's records are
 * complete. Ledger and tasks grow for ever and are read through sums and open rows, so only these exist: sums by hour
 * and day of 100,000,000 entries, the running and waiting tasks, and the last million of the ended ones.
 */
export async function fillOperatorWorld(now: Date): Promise<void> {
  const [{ users } = { users: 0 }] = await db.query<{ users: number }>(
    `select count(*)::int as users from (select from user_account limit 1) anybody`,
  );
  if (users > 0) return;
  await seedCatalogue();
  await fillUsers(USERS, now);
  await fillDays(SPENDERS, now);
  await sweep(async (connection) => {
    await plantFleet(connection as Parameters<typeof plantFleet>[0], NODES);
    await connection.query(`set session_replication_role = replica`);
    await fillSignUps(connection, now);
    await fillTeams(connection, now);
    await fillPast(connection, now);
    await fillMoney(connection, now);
  });
  // As the job does it: hours long past are merged into days.
  await mergeLedgerHours({ now });
  await sweep((connection) => connection.query(`vacuum analyze`));
}
