import { seedCatalogue } from "./seed-catalogue";
import { seedFaq } from "./seed-faq";
import { seedHistory } from "./seed-history/seed-history";
import { seedInbox } from "./seed-inbox";
import { seedInvoices } from "./seed-invoices";
import { seedLife } from "./seed-life";
import { seedNodes } from "./seed-nodes";
import { seedOperations } from "./seed-operations";
import { seedPeople } from "./seed-people";
import { seedPresent } from "./seed-present";
import { seedPromos } from "./seed-promos";
import { seedService } from "./seed-service";
import { seedTemplates } from "./seed-templates";
import { seedTelemetry } from "./seed-telemetry";
import { seedTraffic } from "./seed-traffic";
import { seedUsage } from "./seed-usage/seed-usage";
import { seedVolume } from "./seed-volume";
import { seedWorkspaces } from "./seed-workspaces";

/** Seeds a demo, in the order of its needs. */
export async function seed({ nodesFile, now }: { nodesFile: string; now: Date }): Promise<void> {
  await seedCatalogue();
  await seedFaq();
  await seedPeople(now);
  await seedPromos(now);
  await seedWorkspaces(now);
  await seedNodes({ file: nodesFile, now });
  await seedTemplates({ now });
  const isNew = await seedLife(now);
  await seedHistory(now);
  await seedTelemetry(now);
  await seedTraffic();
  if (isNew) {
    await seedInvoices(now);
    await seedService(now);
    await seedPresent(now);
    await seedOperations(now);
    await seedInbox(now);
  }
  await seedUsage(now);
  // The volume of a customer without money, as an example of an unpaid one.
  await seedVolume({ email: "customer2@millrace.example", name: "datasets", now });
}
