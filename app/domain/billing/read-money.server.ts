import { db, type Queryable } from "~/db.server";
import { type LowBalance, lowBalanceOf, secondsLeft } from "./cover";
import { readAvailable } from "./read-available.server";
import { asUnits, type Cents, type Units, UNITS_PER_CENT } from "./units";

export interface Money {
  tenantId: number;
  tenantName: string;
  /** Version of the `balance` event. */
  version: number;
  balanceUnits: Units;
  /** What the tenant owes, as a positive amount. */
  owedUnits: Units;
  /** Charges up to `now` that are not posted yet, never more than the balance (B8). */
  unchargedUnits: Units;
  /** What is shown as the balance: balance less the two (B6). */
  availableUnits: Units;
  /** Cents per hour of the tasks that are being charged. */
  ongoingPph: number;
  /** Null when nothing is charged. */
  secondsLeft: number | null;
  lowBalance: LowBalance;
  /** Top-ups whose outcome is awaited; not in the balance. */
  pendingCents: Cents;
}

/** What a tenant has at `now` (B6). Throws when there is no such tenant. */
export async function readMoney(
  { tenantId, now }: { tenantId: number; now: Date },
  q: Queryable = db,
): Promise<Money> {
  const [money] = await readMoneyOf({ tenantIds: [tenantId], now }, q);
  if (!money) throw new Error(`tenant ${tenantId} has no ledger accounts`);
  return money;
}

/** The same for several tenants; those without ledger accounts are left out. */
export async function readMoneyOf(
  { tenantIds, now }: { tenantIds: readonly number[]; now: Date },
  q: Queryable = db,
): Promise<Money[]> {
  // Versions are read first: figures may then be newer than their version, which a further event corrects.
  const tenants = await q.query<TenantRow>(
    `select id, tenant_name, balance_version, (select coalesce(sum(cents), 0) from top_up
       where tenant_id = tenant.id and ${IS_PENDING})::bigint as pending
     from tenant where id = any($1::int[]) order by id`,
    [tenantIds],
  );
  const available = await readAvailable(q, tenantIds, now);
  return tenants.flatMap((tenant) => {
    const found = available.get(tenant.id);
    if (!found) return [];
    const { balanceUnits, owedUnits, ongoingPph } = found;
    const unchargedUnits = found.unchargedUnits < balanceUnits ? found.unchargedUnits : balanceUnits;
    const availableUnits = asUnits(balanceUnits - owedUnits - unchargedUnits);
    const left = secondsLeft(availableUnits, ongoingPph);
    return [
      {
        tenantId: tenant.id,
        tenantName: tenant.tenant_name,
        version: tenant.balance_version,
        ...{ balanceUnits, owedUnits, unchargedUnits, availableUnits, ongoingPph, secondsLeft: left },
        lowBalance: left === null ? whileNothingRuns(availableUnits) : lowBalanceOf(left),
        pendingCents: tenant.pending,
      },
    ];
  });
}

interface TenantRow {
  id: number;
  tenant_name: string;
  balance_version: number;
  pending: Cents;
}

/** Asked for at the provider without an answer yet (6.5). What waits for the customer may never come. */
const IS_PENDING = `(state = 'pending' or (state = 'created' and way <> 'new_card'))`;

/** With nothing to charge no time is left to name; only an empty balance is low. */
function whileNothingRuns(availableUnits: Units): LowBalance {
  return availableUnits < UNITS_PER_CENT ? "zero" : "none";
}
