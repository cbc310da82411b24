import { createHash } from "node:crypto";
import type { Coins } from "~/money/coins";
import { type CoinAccount, LEDGER_ACCOUNTS, type LedgerUnit, type MoneyAccount } from "~/money/ledger-accounts";
import type { TransactionKind } from "~/money/transaction-kinds";
import type { Units } from "~/money/units";

type CoinKind = "grant" | "spend";

interface EntryIn<Account, Amount> {
  /** A house account, or one of the posting's tenant. */
  account: Account;
  /** In the account's unit; positive into it, negative out of it. */
  units: Amount;
}

interface PostingIn<Kind, Account, Amount> {
  /** Idempotency key: a key is posted once (B5). */
  key: string;
  kind: Kind;
  /** Null: between accounts of the house. */
  tenantId: number | null;
  resvGuid?: string | null;
  description: string;
  at: Date;
  /** At least two entries, with sum 0. */
  entries: EntryIn<Account, Amount>[];
}

export type Entry = EntryIn<MoneyAccount, Units>;
/** `transfer`: money at the bank, which is a customer's only once its invoice is credited (B23). */
export type Posting = PostingIn<TransactionKind | "transfer", MoneyAccount, Units>;
export type CoinPosting = PostingIn<CoinKind, CoinAccount, Coins>;

/** The postings of one call: all of money, or all of coins. */
export type Postings = readonly Posting[] | readonly CoinPosting[];

/** The unit of a posting's accounts. The database refuses mixed units. */
export function unitOf(posting: Posting | CoinPosting): LedgerUnit {
  const [first] = posting.entries;
  if (!first) throw new RangeError(`ledger key ${posting.key} is posted without entries`);
  return LEDGER_ACCOUNTS[first.account].unit;
}

/**
 * Identifies a posting: the two sides and the amount. The split of a tenant's part between balance and debt depends on
 * the moment and is omitted.
 */
export function contentHash(posting: Posting | CoinPosting): string {
  const parties = new Map<string, bigint>();
  for (const { account, units } of posting.entries) {
    const party = LEDGER_ACCOUNTS[account].owner === "tenant" ? "tenant" : account;
    parties.set(party, (parties.get(party) ?? 0n) + units);
  }
  const lines = [...parties].map(([party, units]) => `${party}:${units}`).sort();
  const text = [posting.kind, posting.tenantId, posting.resvGuid ?? "", ...lines].join("|");
  return createHash("sha256").update(text).digest("hex");
}
