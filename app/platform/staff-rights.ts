import type { Role } from "./role";

/** The areas of rights, in the order of the form. */
export const STAFF_AREAS = ["Fleet", "Customers", "Money", "Models", "Site", "Staff"] as const;

interface About {
  area: (typeof STAFF_AREAS)[number];
  label: string;
  /** One sentence for the form. */
  about: string;
  /** Rights that a role with it needs too: it leads to their screens, or shows what they show. */
  needs?: readonly string[];
}

/** The rights of staff (3.1): each check names one. Their names are stored, so they never change. */
const RIGHTS = {
  "fleet.see": {
    ...{ area: "Fleet", label: "See the fleet" },
    about:
      "Nodes, GPUs, the queue, customers' tasks and what they pay an hour, planned work, the catalogue and alerts.",
  },
  "fleet.act": {
    ...{ area: "Fleet", label: "Run the fleet" },
    about: "Drain, label and test nodes, plan work on them, pause a scheduler, and retry failed jobs.",
    needs: ["fleet.see"],
  },
  "fleet.admit": {
    ...{ area: "Fleet", label: "Admit machines" },
    about: "Enrol and retire nodes, and connect schedulers with their tokens.",
    needs: ["fleet.see"],
  },
  "alerts.act": {
    ...{ area: "Fleet", label: "Manage alerts" },
    about: "Acknowledge alerts, and change their rules and channels. Mails of alerts go to holders of this right.",
    needs: ["fleet.see", "money.see"],
  },
  "prices.act": {
    ...{ area: "Fleet", label: "Change the catalogue" },
    about: "GPU types, prices and images.",
    needs: ["fleet.see"],
  },
  "customers.see": {
    ...{ area: "Customers", label: "See customers" },
    about: "Their accounts, comments and conversations.",
  },
  "tasks.act": {
    ...{ area: "Customers", label: "End customers' tasks" },
    about: "End a task, move a waiting one up, and write to its customer.",
    needs: ["fleet.see"],
  },
  "customers.act": {
    ...{ area: "Customers", label: "Note on customers" },
    about: "Write comments about customers, vote on them, and set tags.",
    needs: ["customers.see"],
  },
  "customers.view": {
    ...{ area: "Customers", label: "View as customer" },
    about: "See a customer's own screens for half an hour, their money included.",
    needs: ["customers.see", "money.see"],
  },
  "access.act": {
    ...{ area: "Customers", label: "Change access" },
    about: "Suspend, restore and close accounts, end sessions, reset two-factor, and allow own images.",
    needs: ["customers.see"],
  },
  "inbox.act": {
    ...{ area: "Customers", label: "Answer the inbox" },
    about: "Answer, assign and close conversations, and save answers.",
    needs: ["customers.see"],
  },
  "money.see": {
    ...{ area: "Money", label: "See money" },
    about: "Balances, charges, payments, invoices, reports and statistics.",
  },
  "invoices.act": {
    ...{ area: "Money", label: "Record transfers" },
    about: "Record bank transfers on invoices, and cancel invoices.",
    needs: ["money.see"],
  },
  "refunds.give": {
    ...{ area: "Money", label: "Give refunds" },
    about: "Give back the cost of tasks, and refund top-ups to cards.",
    needs: ["money.see"],
  },
  "money.act": {
    ...{ area: "Money", label: "Correct money" },
    about:
      "Adjust balances, set discounts, quotas, invoice terms, credit notes, VAT and node costs, and settle checks.",
    needs: ["money.see"],
  },
  "promos.act": {
    area: "Money",
    label: "Make promo codes",
    about: "Create and disable promo codes.",
    needs: ["money.see"],
  },
  "usage.see": {
    ...{ area: "Models", label: "See model usage" },
    about: "Workspaces, events, coins and charts of models.",
  },
  "usage.act": {
    ...{ area: "Models", label: "Manage usage" },
    about: "Make workspaces and sources of usage, see and replace their keys, and post usage for others.",
    needs: ["usage.see"],
  },
  "site.act": { area: "Site", label: "Write the FAQ", about: "Write, sort and delete questions and answers." },
  "audit.see": {
    ...{ area: "Site", label: "See the audit" },
    about: "Every act of staff, with who did it and what it changed.",
    needs: ["customers.see", "money.see"],
  },
  "staff.act": {
    ...{ area: "Staff", label: "Manage staff" },
    about: "Say who is staff and in which role, and make roles. Only admins have it.",
  },
} as const satisfies Record<string, About>;

export type StaffRight = keyof typeof RIGHTS;
export const STAFF_RIGHTS: Readonly<Record<StaffRight, Omit<About, "needs"> & { needs?: readonly StaffRight[] }>> =
  RIGHTS;
export const STAFF_RIGHT_NAMES = Object.keys(STAFF_RIGHTS) as StaffRight[];

/** The rights that an own role can have. */
export const GIVEN_STAFF_RIGHTS: readonly StaffRight[] = STAFF_RIGHT_NAMES.filter((right) => right !== "staff.act");

const SUPPORT = ["fleet.see", "customers.see", "customers.view", "money.see", "usage.see"] as const;
const OPERATOR = [
  ...SUPPORT,
  ...(["fleet.act", "alerts.act", "tasks.act", "customers.act", "inbox.act", "invoices.act", "site.act"] as const),
];

/** The rights of the documented roles; their rows of `user_role` say the same. */
export const DOCUMENTED_RIGHTS: Readonly<Record<Role, readonly StaffRight[]>> = {
  customer: [],
  support: SUPPORT,
  operator: OPERATOR,
  admin: STAFF_RIGHT_NAMES,
};

/** The rights that a person has as staff. */
export interface WithRights {
  staffRights: readonly StaffRight[];
}

/** The need of a screen of staff: a right, or to be staff. */
export type StaffNeed = StaffRight | "staff";

export function hasRight({ staffRights }: WithRights, right: StaffRight): boolean {
  return staffRights.includes(right);
}

export function meetsNeed(of: WithRights, need: StaffNeed): boolean {
  return need === "staff" ? of.staffRights.length > 0 : hasRight(of, need);
}

export function isStaffRight(text: string): text is StaffRight {
  return Object.hasOwn(STAFF_RIGHTS, text);
}

/** SQL: the row of `user_account` has the right. The index of staff answers its first part. */
export const HAS_RIGHT = (right: StaffRight, user = "u") =>
  `(${user}.role <> 'customer' and exists (select from user_role where name = ${user}.role and '${right}' = any(rights)))`;

/** Returns the rights that a change takes away. */
export function lostRights(before: readonly string[], after: readonly string[]): StaffRight[] {
  return before.filter(isStaffRight).filter((right) => !after.includes(right));
}
