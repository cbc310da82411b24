// Every message: it joins the modules' `messages.ts`, as `routes.js` joins their routes.
import { ROWS as PLATFORM } from "~/platform/messages";
import { ROWS as MONEY } from "~/money/messages";
import { ROWS as COMPUTE } from "~/compute/messages";
import { ROWS as FLEET } from "~/fleet/messages";
import { ROWS as ACCOUNTS } from "~/accounts/messages";
import { ROWS as PAYMENTS } from "~/payments/messages";
import { ROWS as USAGE } from "~/usage/messages";
import { ROWS as SITE } from "~/site/messages";
import { ROWS as REHEARSAL } from "~/rehearsal/messages";
import { ROWS as STAFF } from "~/staff/messages";
import { M } from "~/staff/messages";

export { M };
export type MessageName = keyof typeof M;

const ROWS = {
  ...{ ...PLATFORM, ...MONEY, ...COMPUTE, ...FLEET, ...ACCOUNTS },
  ...{ ...PAYMENTS, ...USAGE, ...SITE, ...REHEARSAL, ...STAFF },
};

/** The id of a message, for the API's description. */
export function idOf(name: MessageName): keyof typeof ROWS {
  const id = ID_BY_NAME.get(name);
  if (!id) throw new Error(`no message is called ${name}`);
  return id;
}

const ID_BY_NAME = new Map(Object.entries(ROWS).map(([id, row]) => [Object.keys(row)[0], id as keyof typeof ROWS]));
