import { createHash } from "node:crypto";
import type { Coins } from "~/domain/coins/coins";
import { type CoinAccount, LEDGER_ACCOUNTS, type LedgerUnit, type MoneyAccount } from "./ledger-accounts";
import type { TransactionKind } from "./transaction-kinds";
import type { Units } from "./units";

type CoinKind = "grant" | "spend";

interface EntryIn<Account, Amount> {
  /** An account of the house, or that of the posting's tenant. */
  account: Account;
  /** In what the account counts; positive into it, negative out of it. */
  units: Amount;
}

interface PostingIn<Kind, Account, Amount> {
  /** Idempotency key: the same key is posted once, whoever posts it how often (B5). */
  key: string;
  kind: Kind;
  tenantId: number;
  resvGuid?: string | null;
  description: string;
  at: Date;
  /** At least two, sum 0. */
  entries: EntryIn<Account, Amount>[];
}

/** Of an account of money. */
export type Entry = EntryIn<MoneyAccount, Units>;
export type Posting = PostingIn<TransactionKind, MoneyAccount, Units>;
export type CoinPosting = PostingIn<CoinKind, CoinAccount, Coins>;

/** What one call posts: all of it moves money, or all of it coins. */
export type Postings = readonly Posting[] | readonly CoinPosting[];

/** What the accounts of a posting count. The database refuses one whose accounts count different things. */
export function unitOf(posting: Posting | CoinPosting): LedgerUnit {
  const [first] = posting.entries;
  if (!first) throw new RangeError(`ledger key ${posting.key} is posted without entries`);
  return LEDGER_ACCOUNTS[first.account].unit;
}

/**
 * What makes two postings the same: between whom how much moves. How a tenant's part is split between its
 * balance and its debt depends on the moment, so it is not part of it.
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
