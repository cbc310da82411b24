import { db, prepared, type Queryable } from "~/platform/db.server";
import { type LowBalance, lowBalanceOf, secondsLeft } from "./cover";
import { available, type AvailableRow, type StoredCharge, toAvailable } from "./read-available.server";
import { asUnits, type Cents, type Units, UNITS_PER_CENT } from "./units";

export interface Money {
  tenantId: number;
  tenantName: string;
  balanceUnits: Units;
  /** The tenant's debt, as a positive amount. */
  owedUnits: Units;
  /** Unposted charges up to `now`, at most the balance (B8). */
  unchargedUnits: Units;
  /** The balance that is shown: balance less debt and unposted charges (B6). */
  availableUnits: Units;
  /** Cents per hour of all charged tasks. */
  ongoingPph: number;
  /** Cents per month of all charged volumes. */
  volumeMonthCents: number;
  /** The volumes' part of `unchargedUnits`. */
  volumeUnchargedUnits: Units;
  /** Null when nothing is charged. */
  secondsLeft: number | null;
  lowBalance: LowBalance;
  /** Top-ups with a pending outcome; not in the balance. */
  pendingCents: Cents;
  chargedTasks: StoredCharge[];
}

/** Reads a tenant's money at `now` (B6). Throws for an unknown tenant. */
export async function readMoney(
  { tenantId, now }: { tenantId: number; now: Date },
  q: Queryable = prepared,
): Promise<Money> {
  const [row] = await q.query<MoneyRow>(MONEY_OF_ONE, [tenantId, now]);
  if (!row) throw new Error(`tenant ${tenantId} has no ledger accounts`);
  return toMoney(row);
}

/** Reads the money of several tenants; omits those without ledger accounts. */
export async function readMoneyOf(
  { tenantIds, now }: { tenantIds: readonly number[]; now: Date },
  q: Queryable = db,
): Promise<Money[]> {
  const rows = await q.query<MoneyRow>(MONEY_OF_SEVERAL, [tenantIds, now]);
  return rows.map(toMoney);
}

function toMoney(row: MoneyRow): Money {
  const { balanceUnits, owedUnits, ongoingPph, volumeMonthCents, volumeUnchargedUnits, chargedTasks, ...found } =
    toAvailable(row);
  const unchargedUnits = found.unchargedUnits < balanceUnits ? found.unchargedUnits : balanceUnits;
  const availableUnits = asUnits(balanceUnits - owedUnits - unchargedUnits);
  const left = secondsLeft(availableUnits, ongoingPph, volumeMonthCents);
  return {
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    balanceUnits,
    owedUnits,
    unchargedUnits,
    availableUnits,
    ongoingPph,
    volumeMonthCents,
    volumeUnchargedUnits,
    secondsLeft: left,
    lowBalance: left === null ? whileNothingRuns(availableUnits) : lowBalanceOf(left),
    pendingCents: row.pending,
    chargedTasks,
  };
}

interface MoneyRow extends AvailableRow {
  tenant_name: string;
  pending: Cents;
}

/**
 * Requested from the provider, which has not answered yet (6.5). Top-ups that wait for the customer may never be paid.
 */
const IS_PENDING = `(state = 'pending' or (state = 'created' and way <> 'new_card'))`;

const money = (is: string) => `
  select available.*, tenant.tenant_name, (select coalesce(sum(cents), 0) from top_up
    where tenant_id = tenant.id and ${IS_PENDING})::bigint as pending
  from (${available(is)}) available join tenant on tenant.id = available.tenant_id order by tenant.id`;

const MONEY_OF_ONE = money("= $1");
const MONEY_OF_SEVERAL = money("= any($1::int[])");

/** Without charges the money lasts for ever, so only an empty balance is low. */
function whileNothingRuns(availableUnits: Units): LowBalance {
  return availableUnits < UNITS_PER_CENT ? "zero" : "none";
}
