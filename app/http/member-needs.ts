import { meets, type MemberRole, type Need, type Right } from "~/domain/may";

/** What looking at a screen needs, and acting on it. */
interface ScreenNeeds {
  look: Need;
  act: Need;
}

const both = (need: Need): ScreenNeeds => ({ look: need, act: need });
const of = (look: Right, act: Right): ScreenNeeds => ({ look, act });

/**
 * What each screen of customers needs of a member (16.2), by its folder. A screen's guard names its folder itself, so it is
 * the route that answers which counts, and no spelling of an address leads around it (decision 0222).
 */
export const SCREEN_NEEDS = {
  tasks: of("tasks.see", "tasks.act"),
  task: of("tasks.see", "tasks.act"),
  "task-port": both("tasks.act"),
  rent: of("tasks.see", "tasks.act"),
  volumes: of("volumes.see", "volumes.act"),
  templates: of("templates.see", "templates.act"),
  keys: of("tasks.see", "tasks.act"),
  billing: of("money.see", "money.act"),
  movements: of("money.see", "money.act"),
  budget: of("money.see", "money.act"),
  statements: of("money.see", "money.act"),
  statement: of("money.see", "money.act"),
  "statement-line": of("money.see", "money.act"),
  card: of("money.see", "money.act"),
  "add-funds": of("money.see", "money.act"),
  "auto-top-up": of("money.see", "money.act"),
  subscription: both("home"),
  usage: both("home"),
  user: both("own.act"),
  // Those about money are for those who may see it.
  notifications: both("tasks.see"),
  security: both("own.act"),
  password: both("own.act"),
  email: both("own.act"),
  link: both("own.act"),
  data: both("own.act"),
  logout: both("own.act"),
  settings: of("settings.see", "settings.act"),
  "api-keys": both("keys.act"),
  device: both("keys.act"),
  webhooks: both("webhooks.act"),
  webhook: both("webhooks.act"),
  // What of a team may be done by whom is said by each act: leaving is everybody's.
  team: of("team.see", "own.act"),
} as const satisfies Record<string, ScreenNeeds>;

export type CustomerScreen = keyof typeof SCREEN_NEEDS;

/** Of one JSON path: what reading it needs and what changing it needs, or both. */
type PathNeeds = Need | { GET: Need; POST: Need };

const TASKS = { GET: "tasks.see", POST: "tasks.act" } as const;

/** What each JSON path of customers that takes a session or a key needs, by its file (`noun/name`). Those of staff alone have no row. */
export const PATH_NEEDS: Readonly<Record<string, PathNeeds>> = {
  "tasks/reserve": "tasks.act",
  "tasks/jobs": "tasks.see",
  "tasks/highfreq": "tasks.see",
  "tasks/delete": "tasks.act",
  "tasks/task": TASKS,
  "tasks/own-end": "tasks.act",
  "tasks/logs": "tasks.see",
  "tasks/download-log": "tasks.see",
  "tasks/task-metrics": "tasks.see",
  "tasks/ports": TASKS,
  "tasks/port-token": "tasks.act",

  "volumes/volumes": { GET: "volumes.see", POST: "volumes.act" },
  "volumes/grow": "volumes.act",
  "volumes/snapshot": "volumes.act",
  "volumes/delete": "volumes.act",
  "volumes/templates": { GET: "templates.see", POST: "templates.act" },
  "volumes/template": { GET: "templates.see", POST: "templates.act" },

  "ssh-keys/keys": TASKS,
  "ssh-keys/delete-key": "tasks.act",
  "ssh-keys/upload-key": "tasks.act",
  "api-keys/keys": "keys.act",
  "api-keys/rotate": "keys.act",
  // A key may end itself, whoever made it.
  "api-keys/revoke": "own.act",

  // The balance, without which nobody can know what will start.
  "billing/money": "tasks.see",
  "billing/billing-short": "money.see",
  "billing/statements": "money.see",
  "billing/statement": "money.see",
  "billing/statement-csv": "money.see",
  "billing/statement-pdf": "money.see",
  "billing/statement-line": "money.see",
  "billing/tenant": "money.see",
  "billing/apply-promo": "money.act",
  "billing/download": "money.see",
  "cards/method": "money.see",
  "cards/delete-card": "money.act",
  "cards/default-card": "money.act",
  "cards/setup-intent": "money.act",

  "subscription/invoices": "home",
  "subscription/method": "home",
  "subscription/status": "home",
  "subscription/update": "home",
  "subscription/subscribe": "home",
  "subscription/download": "home",
  "usage/holds": "home",
  "usage/metering": "home",

  "account/self": "own.act",
  // Which fields may be changed is said where they are (16.2).
  "account/update": "own.act",
  "account/password": "own.act",
  "account/address": { GET: "settings.see", POST: "settings.act" },

  "endpoints/endpoints": "webhooks.act",
  "endpoints/endpoint": "webhooks.act",
  "endpoints/delete": "webhooks.act",
  "endpoints/rotate": "webhooks.act",
  "endpoints/test": "webhooks.act",
  "endpoints/deliveries": "webhooks.act",
  "endpoints/resend": "webhooks.act",

  "teams/team": { GET: "team.see", POST: "team.act" },
  "teams/teams": "own.act",
  "teams/switch": "own.act",
  "teams/invite": "team.act",
  "teams/withdraw": "team.act",
  "teams/change-member": "team.act",
  "teams/remove-member": "team.act",
  "teams/leave": "own.act",
  "teams/hand-over": "team.own",
};

export function pathNeed(file: string, method: string): Need | undefined {
  const needs = PATH_NEEDS[file];
  return typeof needs === "object" ? needs[method === "GET" || method === "HEAD" ? "GET" : "POST"] : needs;
}

interface Member {
  memberRole: MemberRole;
  atHome: boolean;
}

/** The screens that a member may not look at, and those on which they may only look. */
export function closedTo(member: Member): { hidden: CustomerScreen[]; lookOnly: CustomerScreen[] } {
  const screens = Object.keys(SCREEN_NEEDS) as CustomerScreen[];
  const hidden = screens.filter((screen) => !meets(member, SCREEN_NEEDS[screen].look));
  return {
    hidden,
    lookOnly: screens.filter((screen) => !hidden.includes(screen) && !meets(member, SCREEN_NEEDS[screen].act)),
  };
}
