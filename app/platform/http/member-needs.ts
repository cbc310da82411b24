import { meets, type Need, type TenantRole } from "~/platform/may";

/** The rights needed to view a screen and to act on it. */
interface ScreenNeeds {
  look: Need;
  act: Need;
}

const both = (need: Need): ScreenNeeds => ({ look: need, act: need });
const of = (look: Need, act: Need): ScreenNeeds => ({ look, act });

/**
 * Needs of each customer screen, by its folder (16.2). A screen's guard names its folder itself, so the answering route
 * counts and no spelling of an address gets around it (decision 0222).
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
  "bank-transfer": of("money.see", "money.act"),
  "add-funds": of("money.see", "money.act"),
  "auto-top-up": of("money.see", "money.act"),
  subscription: of("home.see", "home"),
  usage: of("home.see", "home"),
  user: both("own.act"),
  // Notifications about money are only shown to members who may see money.
  notifications: of("tasks.see", "own.act"),
  security: both("own.act"),
  password: both("own.act"),
  email: both("own.act"),
  link: both("own.act"),
  data: both("own.act"),
  // A conversation belongs to the person, not to the team (22.1).
  "own-conversation": both("own.act"),
  // Everybody may log out, also staff who view as a customer.
  logout: both("tasks.see"),
  settings: of("settings.see", "settings.act"),
  "api-keys": both("keys.act"),
  device: both("keys.act"),
  webhooks: both("webhooks.act"),
  webhook: both("webhooks.act"),
  // Each action on the team checks its own right: everybody may leave.
  team: of("team.see", "own.act"),
} as const satisfies Record<string, ScreenNeeds>;

export type CustomerScreen = keyof typeof SCREEN_NEEDS;

interface Member {
  memberRole: TenantRole;
  atHome: boolean;
}

/** Returns the screens that are hidden from a member, and those that are read-only for them. */
export function closedTo(member: Member): { hidden: CustomerScreen[]; lookOnly: CustomerScreen[] } {
  const screens = Object.keys(SCREEN_NEEDS) as CustomerScreen[];
  const hidden = screens.filter((screen) => !meets(member, SCREEN_NEEDS[screen].look));
  return {
    hidden,
    lookOnly: screens.filter((screen) => !hidden.includes(screen) && !meets(member, SCREEN_NEEDS[screen].act)),
  };
}
