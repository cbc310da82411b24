/** What changed for customers, in markdown, newest first; CHANGELOG.md has what operators notice too. */
export const CHANGES = `
## November 2026

**A new look.** Light, dark or as your system: choose at the foot of each page. Times are shown in your own time zone, and in UTC when you point at them; statements stay in UTC.

**[Status](/status).** What is up now, 90 days back, and every incident, measured each minute.

**Model usage.** [Usage](/usage) shows requests, tokens and coins by day and model. Set a budget for the month, and choose whether it only warns or also stops.

**Automatic top-up.** Your balance refills from a saved card when it falls below an amount of your choice, within a limit per month. Each top-up has its receipt.

**Stop rules.** A task can end by itself: after some hours, when it has cost an amount, or when its GPUs are idle. You can change that while it runs.

**Nodes that are emptied.** When a node shall be empty by some time, you are told by mail and on the task's page, early enough to start it again elsewhere.

**What staff did.** [Security](/user/security) lists every access of staff to your account.

**Statements.** [A month](/billing/statements) on screen, as CSV, JSON and PDF. Each line says how it came about, down to the seconds that were free.

**Before you rent.** What would start right now, from 1 GPU to 8 × 8; how long your balance lasts with the new task; what the queue is like.

**Logs and load.** A task's page follows its log live and draws CPU, memory and each GPU over an hour, a day or a week.

**SSH doctor.** When a login fails, it tries each step of it and names the fault.
`;
