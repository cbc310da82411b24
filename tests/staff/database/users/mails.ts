import { db } from "~/platform/db.server";

/** Mails that wait for their server, oldest first. */
export async function mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
  return await db.query<{ subject: string; text: string }>(
    `select subject, text from mail where to_address = $1 order by id`,
    [email],
  );
}

/** The token of the newest link of that kind in a mail to the address. */
export async function tokenTo(email: string, page: "verify" | "reset" | "email-change"): Promise<string> {
  const links = (await mailsTo(email)).flatMap(({ text }) => {
    const token = new RegExp(`/${page}/([\\w-]{43})`).exec(text)?.[1];
    return token ? [token] : [];
  });
  const newest = links.at(-1);
  if (!newest) throw new Error(`no ${page} link was mailed to ${email}`);
  return newest;
}
