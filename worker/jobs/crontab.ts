/** minute hour day month weekday; UTC. A queue runs its jobs one after the other: no mail is sent by two at once. A start missed while no worker ran is not made up for: each is a sweep. A job with two lines has an `id` in the second. */
export const crontab = `
* * * * * auto-top-up ?queue=auto-top-up
* * * * * change-prices ?queue=change-prices
* * * * * delete-accounts ?queue=delete-accounts
* * * * * deliver-webhooks ?queue=deliver-webhooks
* * * * * prepare-exports ?queue=prepare-exports
* * * * * send-mail ?queue=send-mail
* * * * * send-feedback ?queue=send-feedback
* * * * * send-usage ?queue=send-usage
* * * * * settle-top-ups ?queue=settle-top-ups
* * * * * sync-subscriptions ?queue=sync-subscriptions
* * * * * keep-windows ?queue=keep-windows
* * * * * tell-of-budgets ?queue=tell-of-budgets
* * * * * tell-of-drains ?queue=tell-of-drains
* * * * * watch-trials
* * * * * work-on-events ?queue=work-on-events
*/10 * * * * compact-load
17 * * * * prune
47 * * * * prune-usage ?queue=prune-usage
40 2 * * * forget-usage-keys ?queue=prune-usage
* * * * * grant-coins ?queue=grant-coins
21 * * * * post-coins ?queue=post-coins
59 23 * * * post-coins ?queue=post-coins&id=post-coins-at-night
7 * * * * reconcile ?queue=reconcile
27 * * * * refresh-figures ?queue=refresh-figures
37 * * * * warn-of-key-ends ?queue=warn-of-key-ends
20 0 * * * keep-active-past ?queue=keep-active-past
30 3 * * * check-ledger
50 3 * * * check-audit
10 4 * * * check-counts ?queue=check-counts
40 4 * * * check-usage ?queue=check-usage
`;
