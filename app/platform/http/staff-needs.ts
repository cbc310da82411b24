import type { StaffNeed } from "~/platform/staff-rights";

/** The rights needed to view a screen and to act on it. */
interface ScreenNeeds {
  look: StaffNeed;
  act: StaffNeed;
  /** The forms of the screen need further rights, and each checks its own (`ifMay`). */
  mixed?: true;
}

const both = (need: StaffNeed): ScreenNeeds => ({ look: need, act: need });
const of = (look: StaffNeed, act: StaffNeed): ScreenNeeds => ({ look, act });
const mixed = (look: StaffNeed): ScreenNeeds => ({ look, act: look, mixed: true });

/** Needs of each screen of staff, by its folder, as its guard names it (3.1; decision 0580). */
export const STAFF_SCREEN_NEEDS = {
  // The parts of these are shown by the rights that each needs.
  dashboard: of("staff", "fleet.act"),
  search: both("staff"),
  nodes: mixed("fleet.see"),
  node: of("fleet.see", "fleet.act"),
  fleet: both("fleet.see"),
  maintenance: both("fleet.see"),
  "plan-rolling": both("fleet.act"),
  "rolling-drain": of("fleet.see", "fleet.act"),
  rehearsals: of("fleet.see", "fleet.act"),
  rehearsal: of("fleet.see", "fleet.act"),
  scheduled: of("fleet.see", "tasks.act"),
  "free-capacity": both("fleet.see"),
  catalogue: of("fleet.see", "prices.act"),
  engine: mixed("fleet.see"),
  alerts: of("fleet.see", "alerts.act"),
  alert: of("fleet.see", "alerts.act"),
  "alert-rules": of("fleet.see", "alerts.act"),
  "alert-rule": of("fleet.see", "alerts.act"),
  "alert-channels": of("fleet.see", "alerts.act"),
  users: both("customers.see"),
  "user-by-id": mixed("customers.see"),
  "user-by-tenant": mixed("customers.see"),
  "user-info": both("customers.see"),
  "view-as": both("customers.view"),
  inbox: both("customers.see"),
  conversation: of("customers.see", "inbox.act"),
  "saved-answers": of("customers.see", "inbox.act"),
  refund: of("money.see", "refunds.give"),
  "refund-top-up": of("money.see", "refunds.give"),
  reports: mixed("money.see"),
  money: of("money.see", "money.act"),
  invoices: mixed("money.see"),
  vat: both("money.act"),
  marketing: of("money.see", "promos.act"),
  sources: both("money.see"),
  statistics: both("money.see"),
  workspaces: of("usage.see", "usage.act"),
  models: both("usage.see"),
  metering: both("usage.see"),
  "usage-charts": both("usage.see"),
  apistats: both("usage.see"),
  api: both("usage.see"),
  ingestion: mixed("usage.see"),
  "user-metering-search": both("usage.see"),
  "user-metering": both("usage.see"),
  "usage-events": both("usage.see"),
  "faq-editor": of("staff", "site.act"),
  "faq-history": of("staff", "site.act"),
  "staff-roles": both("staff.act"),
  audit: both("audit.see"),
} satisfies Record<string, ScreenNeeds>;

export type StaffScreen = keyof typeof STAFF_SCREEN_NEEDS;
