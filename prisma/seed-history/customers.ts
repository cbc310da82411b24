import type { SignUpSource } from "~/accounts/sign-up-sources";
import type { Chance } from "~/platform/chance";

const CUSTOMERS = 96;
export const HISTORY_DAYS = 75;
/** Above 1: registrations grow. */
const RISE = 1.4;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Domain of invented customers, which cannot receive mail. */
export const DEMO_DOMAIN = "demo.millrace.example";

const FIRST: [string, ...string[]] = [
  ...["Ada", "Noor", "Jonas", "Mei", "Aarav", "Zoë", "Łukasz", "Ingrid", "Mateo", "Yuki", "Fatima", "Søren"],
  ...["Amara", "Élodie", "Bohdan", "Leila", "Tomás", "Aiko", "Dmitri", "Chiara", "Kwame", "Hana", "Ravi", "Siobhán"],
] as [string, ...string[]];
const LAST: [string, ...string[]] = [
  ...["Okafor", "Lindqvist", "García", "Tanaka", "Novák", "O’Brien", "Haddad", "Kowalska", "Petrov", "Nguyen"],
  ...["van den Berg", "Schäfer", "Rossi", "Mbeki", "Ito", "Dubois", "Iyer", "Hansen", "Moreau", "Fernández de la Vega"],
] as [string, ...string[]];
/** Names in other scripts, and a long one: lists have to fit them. */
const OTHERS = ["田中 美咲", "محمد العلي", "Дарья Волкова", "Wolfeschlegelsteinhausenbergerdorff Maximilian the Third"];
const SOURCES: [SignUpSource, ...SignUpSource[]] = [
  ...["search", "search", "search", "ide_plugin_marketplace", "ide_plugin_marketplace", "recommendation", "reddit"],
  ...["article", "social_media", "conference", "stack_overflow", "aggregator", "other", "unknown"],
] as [SignUpSource, ...SignUpSource[]];
const STATUSES: [Customer["status"], ...Customer["status"][]] = ["none", "none", "none", "active", "trial", "canceled"];
const SOURCE_TEXTS: [string, ...string[]] = ["podcast", "a lecture", "a colleague", "radio"];
const COUNTRIES: [string, ...string[]] = ["DE", "US", "FR", "PL", "JP", "IN", "GB", "ES", "NG", "BR", ""];

export interface Customer {
  name: string;
  email: string;
  tenantName: string;
  state: "active" | "unverified" | "suspended";
  /** Status in user_account.codify_subscription_status. */
  status: "active" | "trial" | "none" | "canceled";
  source: SignUpSource;
  sourceText: string;
  country: string;
  hasKey: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
}

/** Creates the customers who registered in the last weeks: more of them lately. */
export function demoCustomers(chance: Chance, now: Date): Customer[] {
  return Array.from({ length: CUSTOMERS }, (_, index) => {
    // The first of them are the oldest.
    const name = OTHERS[index] ?? `${chance.one(FIRST)} ${chance.one(LAST)}`;
    const daysAgo = HISTORY_DAYS * (1 - (index + 1) / (CUSTOMERS + 1)) ** RISE;
    const createdAt = new Date(now.getTime() - daysAgo * DAY_MS - chance.whole(0, 5) * HOUR_MS - HOUR_MS);
    const state = index % 31 === 30 ? "suspended" : chance.happens(0.12) ? "unverified" : "active";
    const status = state === "active" ? chance.one(STATUSES) : "none";
    const source = chance.one(SOURCES);
    const number = String(index + 1).padStart(2, "0");
    const sinceMs = now.getTime() - createdAt.getTime();
    return {
      name,
      email: `customer${number}@${DEMO_DOMAIN}`,
      tenantName: `demo-${number}`,
      state,
      status,
      source,
      sourceText: source === "other" ? chance.one(SOURCE_TEXTS) : "",
      country: chance.one(COUNTRIES),
      hasKey: state === "active" && chance.happens(0.8),
      createdAt,
      lastLoginAt: state === "unverified" ? null : new Date(now.getTime() - (sinceMs * chance.whole(0, 60)) / 100),
    };
  });
}
