import type { MemberRole } from "~/platform/may";
import { ROLE_WORDS } from "~/platform/role-words";

/**
 * Texts of the mails about teams (16.5). They contain no name that a user typed, because an attacker could put a message
 * to strangers into it.
 */
interface MailText {
  subject: string;
  text: string;
}

const SIGNED = "\n\nMillrace";

export function invitationMail(given: { inviter: string; role: MemberRole; url: string; days: number }): MailText {
  const { inviter, role, url, days } = given;
  return {
    subject: "You are invited to a team on Millrace",
    text: `${inviter} invites you to their team on Millrace, as ${called(role)}.\n\nAccept or decline here. If you have no account, you create one there:\n\n${url}\n\nThe link works for ${days} days, for this address only: do not forward it. If you did not expect this, do nothing.${SIGNED}`,
  };
}

export function joinedMail(given: { email: string; role: MemberRole; url: string }): MailText {
  return {
    subject: `${given.email} joined your team`,
    text: `${given.email} accepted the invitation to your team on Millrace and is ${called(given.role)} now.\n\n${given.url}${SIGNED}`,
  };
}

/** The mail to the owner. It names things that the team owns. */
export function leftBehindMail(given: { email: string | null; lines: string[]; url: string }): MailText {
  const { email, lines, url } = given;
  const list = lines.map((line) => `- ${line}`).join("\n");
  return {
    subject: "What a former member of your team left behind",
    text: `${email ?? "A deleted account"} is no longer a member of your team on Millrace. Everything they created stays with your team and is charged to it. They created, or were the last to change:\n\n${list}\n\nTheir SSH keys, API keys and other access have ended; their tasks now open with your default SSH key. We cannot see which programs they left running inside a task. Stop any task that you do not trust, and check where each webhook goes and what each template starts.\n\n${url}${SIGNED}`,
  };
}

export function removedMail({ tenantName }: { tenantName: string }): MailText {
  return {
    subject: "You were removed from a team on Millrace",
    text: `You are no longer a member of the team ${tenantName} on Millrace. The API keys that you created there and your SSH keys there no longer work. Your own account is unchanged.${SIGNED}`,
  };
}

export function roleChangedMail(given: { tenantName: string; role: MemberRole; keysEnded: boolean }): MailText {
  const keys = given.keysEnded
    ? " The API keys that you created there no longer work, and you lost all rights that the new role does not have."
    : "";
  return {
    subject: "Your role in a team on Millrace was changed",
    text: `In the team ${given.tenantName} on Millrace you are ${called(given.role)} now.${keys}${SIGNED}`,
  };
}

export function handedOverMail(given: { tenantName: string; to: "new" | "former"; url: string }): MailText {
  const text =
    given.to === "new"
      ? `You now own the team ${given.tenantName} on Millrace, with its balance, cards and tasks.`
      : `You handed over the team ${given.tenantName} on Millrace and are its admin now. Its account key has ended. You have an account of your own again, with a new account key on its Security page.`;
  return { subject: "A team on Millrace was handed over", text: `${text}\n\n${given.url}${SIGNED}` };
}

function called(role: MemberRole): string {
  const { label } = ROLE_WORDS[role];
  return `${/^[AO]/.test(label) ? "an" : "a"} ${label.toLowerCase()}${role === "billing" ? " member" : ""}`;
}
