import type { Queryable, Tx } from "~/platform/db.server";
import { hashOfSecret, randomSecret } from "~/platform/secret.server";

type LinkKind = "confirm" | "reset";

/** Lifetime of each kind of link (6.7). */
export const LASTS_MS: Record<LinkKind, number> = { confirm: 24 * 3_600_000, reset: 60 * 60_000 };

/** Time in which an invited user can choose a password; after that, the forgot page helps. */
export const INVITATION_MS = 24 * 3_600_000;

/** A valid link. */
export interface MailLink {
  userId: number;
  email: string;
  /** For a confirm link: the name and the password of its registration. */
  name: string | null;
  passwordHash: string | null;
  /** For a confirm link: the visitor who registered. */
  visitorId: string | null;
  /** True if the address was registered more than once before it was confirmed. */
  contested: boolean;
}

/** Creates a link for a user; returns the token, which only the mail contains. */
export async function makeMailLink(
  tx: Tx,
  given: {
    kind: LinkKind;
    userId: number;
    name?: string;
    passwordHash?: string;
    visitorId?: string | null;
    /** Lifetime, if it differs from that of its kind. */
    lastsMs?: number;
    now: Date;
  },
): Promise<string> {
  const { kind, userId, name = null, passwordHash = null, visitorId = null, lastsMs = LASTS_MS[kind], now } = given;
  const token = randomSecret();
  await tx.query(
    `insert into mail_link (hash, kind, user_id, name, password_hash, visitor_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [hashOfSecret(token), kind, userId, name, passwordHash, visitorId, new Date(now.getTime() + lastsMs)],
  );
  return token;
}

interface LinkName {
  kind: LinkKind;
  token: string;
  now: Date;
}

const COLUMNS = `l.user_id as "userId", u.email, l.name, l.password_hash as "passwordHash",
  l.visitor_id as "visitorId", u.contested`;
const WORKS = `l.hash = $1 and l.kind = $2 and l.used_at is null and l.expires_at > $3 and u.email is not null`;

/** Finds the link of a token while it works, without using it. */
export async function findMailLink(q: Queryable, { kind, token, now }: LinkName): Promise<MailLink | null> {
  const [link] = await q.query<MailLink>(
    `select ${COLUMNS} from mail_link l join user_account u on u.id = l.user_id where ${WORKS}`,
    [hashOfSecret(token), kind, now],
  );
  return link ?? null;
}

/** Uses the link; only one of two concurrent calls gets it. */
export async function takeMailLink(tx: Tx, { kind, token, now }: LinkName): Promise<MailLink | null> {
  const [link] = await tx.query<MailLink>(
    `update mail_link l set used_at = $3 from user_account u where u.id = l.user_id and ${WORKS} returning ${COLUMNS}`,
    [hashOfSecret(token), kind, now],
  );
  return link ?? null;
}
