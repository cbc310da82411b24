/** Words for the actions of staff, for the customer of the account. */
const WORDS: Record<string, string> = {
  "user.view": "Opened your account’s page",
  "tenant.view-as": "Viewed your screens for up to 30 minutes",
  "task.view": "Looked at the task",
  "tasks.view": "Looked at the list of your tasks",
  "task.stop": "Stopped the task",
  "task.move-up": "Moved up in its queue the task",
  "task.tell": "Wrote to you about the task",
  "tenant.tags": "Changed how staff group your account",
  "conversation.view": "Read your conversation with us",
  "inbox.answer": "Answered your message",
  "inbox.note": "Wrote a note about your message",
  "inbox.assign": "Assigned your message to a member of staff",
  "inbox.close": "Closed your conversation with us",
  "inbox.reopen": "Opened your conversation with us again",
  "user.comment": "Wrote a note about your account",
  "balance.adjust": "Adjusted your balance",
  "task.give-back": "Gave back some of the cost of the task",
  "top-up.refund": "Refunded some of a top-up to your card",
  "user.set-role": "Changed your role",
  "user.suspend": "Suspended your account",
  "user.restore": "Restored your account",
  "user.close": "Closed your account",
  "user.reset-two-factor": "Turned your two-factor off",
  "user.end-sessions": "Logged you out everywhere",
  "tenant.allow-own-images": "Allowed images of your own",
  "tenant.withdraw-own-images": "Withdrew the permission for images of your own",
  "tenant.discount": "Changed your discount",
  "tenant.withdraw-discount": "Withdrew a planned discount",
  "tenant.quota": "Changed your quota of GPUs",
  "tenant.check-vat-number": "Marked your tax number as checked",
  "tenant.withdraw-vat-check": "Withdrew the check of your tax number",
  "tenant.bank-terms": "Changed your terms for invoices by bank transfer",
  "invoice.transfer": "Recorded your transfer for an invoice",
  "invoice.return": "Recorded what went back to you of your transfer for an invoice",
  "invoice.cancel": "Cancelled an invoice of yours",
  "invoice.credit-note": "Gave back some of an invoice",
  "trial.grant": "Gave you a trial of PRO",
  "usage.settle": "Settled metered minutes by hand",
  "user.invite": "Made your account and invited you",
  "workspace.show-waiting-key": "Looked at your inference token for a new workspace",
  "workspace.create": "Created the workspace",
  "workspace.delete": "Deleted the workspace",
  "workspace.undo-delete": "Brought back, with new tokens, the workspace",
  "workspace.show-tokens": "Looked at the tokens of the workspace",
  "workspace.rotate-key": "Made a new inference token for the workspace",
  "workspace.new-admin-token": "Made a new admin token for the workspace",
};

/** Formats an action for customers. An unlisted one is spelled out: 'comment.set-aside' → 'Comment: set aside'. */
export function accessWords(action: string): string {
  const known = Object.hasOwn(WORDS, action) ? WORDS[action] : undefined;
  if (known) return known;
  const text = action.replace(".", ": ").replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
