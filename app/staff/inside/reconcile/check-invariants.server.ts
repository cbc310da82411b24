import { db } from "~/platform/db.server";
import { checkLedger } from "~/money/check-ledger.server";
import { sumAccounts } from "~/money/ledger-hours.server";
import { asUnits, type Units } from "~/money/units";
import { type Check, figure, type FoundDifference } from "./check-outcome";
import { exactText } from "./exact-dollars";

/**
 * Checks that all entries together and each transaction sum to 0, and that stored balances and charged seconds match
 * their rows (B5).
 */
export const checkEntries: Check = async () => {
  const [checked, accounts] = await Promise.all([checkLedger(), sumAccounts()]);
  const {
    imbalanceUnits,
    imbalanceCoins,
    wrongBalances,
    wrongHours,
    wrongDays,
    wrongMonths,
    wrongTasks,
    wrongTaskDays,
    wrongVolumes,
    wrongVat,
  } = checked;
  const found: [wrong: boolean, difference: FoundDifference][] = [
    [
      imbalanceUnits !== 0n,
      {
        kind: "imbalance",
        subject: "ledger",
        text: `Transactions are off by ${imbalanceUnits} units in all.`,
      },
    ],
    [
      imbalanceCoins !== 0n,
      {
        kind: "imbalance",
        subject: "coins",
        text: `Transactions are off by ${imbalanceCoins} coins in all.`,
      },
    ],
    [
      wrongBalances > 0,
      {
        kind: "balances",
        subject: "ledger",
        text: `${wrongBalances} balances do not match the sum of their entries.`,
      },
    ],
    [
      wrongHours > 0,
      {
        kind: "hours",
        subject: "ledger",
        text: `${wrongHours} sums by hour do not match their entries.`,
      },
    ],
    [
      wrongDays > 0,
      {
        kind: "days",
        subject: "ledger",
        text: `The sums by day of ${wrongDays} tenants do not match their balances.`,
      },
    ],
    [
      wrongMonths > 0,
      {
        kind: "months",
        subject: "ledger",
        text: `The sums by month of ${wrongMonths} tenants do not match their entries.`,
      },
    ],
    [
      wrongTasks > 0,
      {
        kind: "tasks",
        subject: "ledger",
        text: `${wrongTasks} tasks have charges that do not match their intervals.`,
      },
    ],
    [
      wrongVolumes > 0,
      {
        kind: "volumes",
        subject: "ledger",
        text: `${wrongVolumes} volumes have charges that do not match their size, price and seconds.`,
      },
    ],
    [
      wrongVat > 0,
      {
        kind: "vat",
        subject: "ledger",
        text: `${wrongVat} sums of VAT do not match their documents or the ledger.`,
      },
    ],
    [
      wrongTaskDays > 0,
      {
        kind: "task-days",
        subject: "ledger",
        text: `${wrongTaskDays} sums by task and day do not match what was charged.`,
      },
    ],
  ];
  return {
    figures: [
      figure(
        "Entries",
        accounts.reduce((sum, { entries }) => sum + entries, 0n),
      ),
      figure("Off balance", exactText(asUnits(imbalanceUnits))),
      figure("Wrong balances", wrongBalances),
      figure("Wrong sums by hour", wrongHours),
      figure("Wrong sums by day", wrongDays),
      figure("Wrong sums by month", wrongMonths),
      figure("Wrong tasks", wrongTasks),
      figure("Wrong volumes", wrongVolumes),
      figure("Wrong sums by task and day", wrongTaskDays),
      figure("Wrong sums of VAT", wrongVat),
    ],
    differences: found.flatMap(([wrong, difference]) => (wrong ? [difference] : [])),
  };
};

/** Checks that no tenant has both money and debt, since every credit pays debt first (B5). */
export const checkDebts: Check = async () => {
  const rows = await db.query<{ tenantName: string; has: Units; owes: Units }>(
    `select tenant_name as "tenantName", has, owes from (
       select tenant_id, coalesce(sum(balance) filter (where kind = 'customer'), 0)::bigint as has,
         sum(balance) filter (where kind = 'owed')::bigint as owes
       from ledger_account where tenant_id is not null group by tenant_id) accounts
     join tenant on tenant.id = accounts.tenant_id where owes < 0 order by tenant_name`,
  );
  return {
    figures: [
      figure("Tenants who owe", rows.length),
      figure("Owed in all", exactText(asUnits(rows.reduce((sum, { owes }) => sum - owes, 0n)))),
    ],
    differences: rows
      .filter(({ has }) => has > 0n)
      .map(({ tenantName, has, owes }) => ({
        kind: "money-and-debt",
        subject: tenantName,
        text: `Has ${exactText(has)} and owes ${exactText(asUnits(-owes))}.`,
      })),
  };
};

const UNSENT_AFTER = "1 hour";

/** Metered minutes reach the provider within the hour; refused or unanswered ones must be settled by hand. */
export const checkUsage: Check = async ({ now }) => {
  const rows = await db.query<{ kind: "unsent" | "failed"; subject: string; text: string }>(
    `select case r.state when 'failed' then 'failed' else 'unsent' end as kind, r.report_id::text as subject,
       concat_ws(' ', r.minutes || ' minutes of ' || t.tenant_name || ' are ' || r.state || ' after ' || r.tries
         || case r.tries when 1 then ' try.' else ' tries.' end, nullif(r.error, ''),
         case r.state when 'failed' then $3::text end) as text
     from usage_report r join tenant t on t.id = r.tenant_id
     where r.state = 'failed' or (r.state = 'unsent' and r.created_at < $1::timestamptz - $2::interval)
     order by r.created_at, r.report_id`,
    [now, UNSENT_AFTER, "Compare the customer's meter at the provider, then settle it below."],
  );
  const failed = rows.filter(({ kind }) => kind === "failed").length;
  return {
    figures: [figure("Not sent for over an hour", rows.length - failed), figure("Waiting for a person", failed)],
    differences: rows,
  };
};
