/**
 * The privacy notice, in markdown: what this product stores and for how long. An operator in business adds name,
 * address, legal bases and the services that they use.
 */
export const PRIVACY = `
## What we store

**Your account.** Name, email address, company, tax number and billing address as you enter them, and how you heard about us if you told us. We keep only a hash of your password (argon2id). We keep SSH public keys so that they open your tasks; we never have private keys. We keep the public half of each passkey and its name, and the provider, number and address of each linked account. Your account key is kept encrypted so that we can show it to you. For other API keys we keep a hash, the name, the last use, and the networks that you allow. Secrets of webhooks and templates are kept encrypted.

**What you rented.** Your tasks with their names, sizes, times and charges. Bookkeeping law requires us to keep charges and payments after an account is closed.

**What your tasks report.** Their last log lines, and the load of CPU, memory and GPUs, for 7 days. The content of your disks is removed with the task. Data on a volume stays until you delete the volume, or until 14 days after your balance stopped covering it. We record who opens and closes a terminal or a port, but not what goes through it.

**Visits.** Each login, with your network address, the name of your browser, and when it was last used. It shows you where you are logged in, and ends 12 hours after its last use, or after 30 days if you chose to be remembered. Failed logins and similar attempts are counted by network address for at most a few hours, to prevent guessing.

**What you write to us.** Messages of the contact and feedback forms with your email address and the page you were on, without what you searched for there. They go to the team that answers them. Your messages, our answers and the mails that you send us are kept as conversations: with your account if you were logged in, else with your address. A conversation is removed 365 days after its last message, or with your account. Our team can note something about a conversation; only staff see it.

**Your team.** Its members and their roles, who started and stopped which task, and invited addresses until the invitation ends.

**Webhooks.** Your endpoints, and for 30 days what was sent to them and their answers, so that you can look it up and send it again.

**What staff do.** Changes that staff make to your account are recorded, with who made them and when.

## Cookies

- \`millrace_session\` keeps you logged in and protects forms against other sites; 12 hours after the last use, or 30 days if you chose to be remembered.
- \`millrace_visitor\` is a random number that protects forms against other sites while you are not logged in; until you close the browser. We store nothing about a visit without a login.
- \`millrace_notice\` carries a message to the next page, for example that your password was changed; until it is shown, at most 10 minutes.
- \`millrace_registered\` is the address that you registered, so that this browser can have the link sent again; until the link ends, 24 hours.
- \`millrace_provider\`, \`millrace_link\` and \`millrace_passkey\` carry a login by an account elsewhere or by a passkey from one page to the next; 10 minutes at most.
- \`millrace_order\` is the order that you add funds for, so that you come back to it from the payment page; for an hour at most.
- \`millrace_theme\` is the look that you chose, light or dark, and \`millrace_zone\` the time zone of your browser, so that times are shown in it; 365 days.
- \`smc\` remembers that you have seen the cookie notice; 365 days.

What you are configuring is kept in your browser's session storage until you close the tab. There are no third-party cookies, no advertising and no tracking. Pages load nothing from other companies, except the payment provider's card form on screens where you enter a card.

## Who else gets it

- **Payment provider.** Card data goes directly from your browser to the provider. We get the brand, the last four digits and the expiry date.
- **Email.** Our mail server carries the emails that we send you: confirmation, password reset, warnings about your balance, incidents of your tasks, and what you asked to be notified about.
- **Your own endpoints.** Webhooks go to the addresses that you enter, and to no others.
- **Accounts elsewhere.** If you log in with one, its provider learns that you do.
- Nobody else, unless the law compels us.

## Your rights

You can see and change most of it on the Profile, Company and address, SSH keys and Security screens. On [Your data](/user/data) you can download a copy of all of it, or delete your account. For anything else, [write to us](/contact). When an account is closed its email address and SSH keys are removed; charges stay as long as bookkeeping law requires.
`;
