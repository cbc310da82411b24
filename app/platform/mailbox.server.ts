import { prisma } from "./db.server";
import { env } from "./env.server";

const PAGE_SIZE = 25;

/** A mail that was sent, or would have been. */
export interface MailRow {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** Epoch seconds. */
  ts: number;
}

/** Checks whether a page shows mails: in a demo without a mail server that only this machine can reach (0.2). */
export function hasMailbox(): boolean {
  return env.MILLRACE_DEMO && !env.SMTP_URL && [env.HOST, new URL(env.APP_ORIGIN).hostname].every(isLoopback);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || host.startsWith("127.");
}

/** Reads every mail, newest first, 25 per page; a page beyond the last shows the last. */
export async function readMailbox({ page }: { page: number }) {
  const count = await prisma.mail.count();
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE));
  const shown = Math.min(page, pages);
  const rows = await prisma.mail.findMany({
    orderBy: { id: "desc" },
    skip: (shown - 1) * PAGE_SIZE,
    take: PAGE_SIZE,
  });
  const mails: MailRow[] = rows.map(({ id, to, subject, text, createdAt }) => ({
    id: String(id),
    to,
    subject,
    text,
    ts: Math.floor(createdAt.getTime() / 1000),
  }));
  return { mails, page: shown, pages };
}
