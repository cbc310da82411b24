/** Unit of an account: 1/3600 cent (B1), or coins (B17). */
export type LedgerUnit = "usd" | "coin";

interface LedgerAccount {
  owner: "house" | "tenant";
  unit: LedgerUnit;
}

/**
 * Every kind of account (B5, B17), in the order of the screens. A house account needs only its line here:
 * `openHouseAccounts` creates it. The database fixes a tenant's accounts (`ledger_account_of_tenant`).
 */
export const LEDGER_ACCOUNTS = {
  provider: { owner: "house", unit: "usd" },
  customer: { owner: "tenant", unit: "usd" },
  owed: { owner: "tenant", unit: "usd" },
  revenue: { owner: "house", unit: "usd" },
  promo: { owner: "house", unit: "usd" },
  refund: { owner: "house", unit: "usd" },
  adjustment: { owner: "house", unit: "usd" },
  vat: { owner: "house", unit: "usd" },
  bank: { owner: "house", unit: "usd" },
  receivable: { owner: "house", unit: "usd" },
  coins: { owner: "tenant", unit: "coin" },
  grant: { owner: "house", unit: "coin" },
  spend: { owner: "house", unit: "coin" },
} as const satisfies Record<string, LedgerAccount>;

type Accounts = typeof LEDGER_ACCOUNTS;
type AccountKind = keyof Accounts;
type KindsOf<Wanted extends Partial<LedgerAccount>> = {
  [Kind in AccountKind]: Accounts[Kind] extends Wanted ? Kind : never;
}[AccountKind];

export type MoneyAccount = KindsOf<{ unit: "usd" }>;
export type CoinAccount = KindsOf<{ unit: "coin" }>;
/** Source or destination of a tenant's money. */
export type HouseAccount = KindsOf<{ owner: "house"; unit: "usd" }>;

export const ACCOUNT_KINDS = Object.keys(LEDGER_ACCOUNTS) as AccountKind[];

export const MONEY_ACCOUNTS = ACCOUNT_KINDS.filter(
  (kind): kind is MoneyAccount => LEDGER_ACCOUNTS[kind].unit === "usd",
);
