// One benchmark, on the database that bench.ts started for it.
import { applyMigrations } from "../../prisma/engine";
import { env } from "~/platform/env.server";

const name = process.argv[2];
const WITHOUT_DATABASE: readonly (string | undefined)[] = [
  "size",
  "banner",
  "containers",
  "failover",
  "idle",
  "memory",
  "recovery",
  "waiting",
];
if (!WITHOUT_DATABASE.includes(name)) await applyMigrations(env.DATABASE_URL);

switch (name) {
  case "placement": {
    const { benchPlacement } = await import("./placement");
    await benchPlacement();
    break;
  }
  case "scheduler": {
    const { benchScheduler } = await import("./scheduler");
    await benchScheduler();
    break;
  }
  case "waiting": {
    await import("./waiting");
    break;
  }
  case "rehearsal": {
    const { benchRehearsal } = await import("./rehearsal");
    await benchRehearsal();
    break;
  }
  case "engine": {
    const { benchEngine } = await import("./engine");
    await benchEngine();
    break;
  }
  case "billing": {
    const { benchBillingTick } = await import("./billing-tick");
    await benchBillingTick();
    break;
  }
  case "ledger": {
    const { openTenants } = await import("./billing-world");
    const { benchLedger } = await import("./ledger");
    await openTenants(1000, new Date());
    await benchLedger();
    break;
  }
  case "books": {
    const { benchBooks } = await import("./books");
    await benchBooks();
    break;
  }
  case "statement": {
    const { benchStatement } = await import("./statement");
    await benchStatement();
    break;
  }
  case "alerts": {
    const { benchAlerts } = await import("./alerts");
    await benchAlerts();
    break;
  }
  case "failover": {
    const { benchFailover } = await import("./failover");
    await benchFailover();
    break;
  }
  case "reports": {
    const { benchReports } = await import("./reports");
    await benchReports();
    break;
  }
  case "planned-work": {
    const { benchPlannedWork } = await import("./planned-work");
    await benchPlannedWork();
    break;
  }
  case "inbox": {
    const { benchInbox } = await import("./inbox");
    await benchInbox();
    break;
  }
  case "sign-ups": {
    const { benchSignUps } = await import("./sign-ups");
    await benchSignUps();
    break;
  }
  case "json":
  case "live":
  case "agents": {
    const { benchServers } = await import("./servers");
    await benchServers(name);
    break;
  }
  case "users": {
    const { benchUsers } = await import("./users");
    await benchUsers();
    break;
  }
  case "usage": {
    const { benchUsage } = await import("./usage/bench");
    await benchUsage();
    break;
  }
  case "intake": {
    const { benchIntake } = await import("./usage/intake");
    await benchIntake();
    break;
  }
  case "operator": {
    const { benchOperatorScreens } = await import("./operator/screens");
    await benchOperatorScreens();
    break;
  }
  case "access": {
    const { benchAccess } = await import("./access");
    await benchAccess();
    break;
  }
  case "banner": {
    const { benchWholeProduct } = await import("./whole-product");
    await benchWholeProduct();
    break;
  }
  case "idle": {
    const { benchIdle } = await import("./idle");
    await benchIdle();
    break;
  }
  case "memory": {
    const { benchMemory } = await import("./memory");
    await benchMemory();
    break;
  }
  case "containers": {
    const { benchContainers } = await import("./containers");
    await benchContainers();
    break;
  }
  case "recovery": {
    const { benchRecovery } = await import("./recovery");
    await benchRecovery();
    break;
  }
  case "size": {
    const { benchScriptSize } = await import("./script-size");
    await benchScriptSize();
    break;
  }
}
process.exit(0);
