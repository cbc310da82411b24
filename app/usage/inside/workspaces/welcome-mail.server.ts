import { env } from "~/platform/env.server";

const SIGNED = "\n\nMillrace";

export function workspaceUrl(name: string): string {
  return `https://${name}.${env.WORKSPACE_HOST}`;
}

/** Mail to the owner of a new workspace, if requested (5.3). It leaves out the tokens, which do not belong in mail. */
export function welcomeMail({ name, maxUsers }: { name: string; maxUsers: number }) {
  const users = maxUsers === 1 ? "1 user" : `${maxUsers} users`;
  return {
    subject: `Your workspace ${name} is ready`,
    text: `Your team's workspace ${name} is ready, for up to ${users}:\n\n${workspaceUrl(name)}\n\nYour contact at Millrace gives you its tokens: one for model calls, and one that adds and removes users.${SIGNED}`,
  };
}
