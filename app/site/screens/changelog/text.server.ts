/** Changes for customers, in markdown, newest first; CHANGELOG.md also has changes for operators. */
export const CHANGES = `
## November 2026

**When a task starts** The page of a waiting task shows between when it is likely to start, from plays of the coming days on our own scheduler. Programs find it as \`likely_start\`.

**Why a task waits** The page of a waiting task says how many nodes of its kind are out of service, and when the first one is expected back.

**[Your conversations](/contact)** What you write to us and what we answer stays on Contact. Go on there, or answer our mail.

**[Volumes](/volumes)** Keep datasets and checkpoints from one task to the next, in clusters that run containers. Volumes are charged by the second; one that your balance does not cover is kept for 14 days.

**Templates** Start a task with PyTorch, JupyterLab, vLLM or ComfyUI on [Rent](/rent?new=1), in clusters that run containers.

**Terminal and ports** A task’s Connect tab has a terminal, and lets your browser reach Jupyter, TensorBoard or your own server, WebSockets included.

**API keys and webhooks** Give each program [its own key](/user/api-keys), with scopes, an expiry date and networks. [Webhooks](/user/webhooks) tell your programs what happens to tasks and money, signed and retried until they arrive.

**Command line** [Install it](/api#command-line) and rent, log in, copy files and follow logs from your terminal.

**Your order comes with you** Fill in [Rent](/rent?new=1) first, then register, log in or add funds: you come back to the filled form. Your first SSH key and your first task are one click.

**Passkeys** [Add one](/user/security) and log in with your fingerprint, your face or a PIN: no password, no code.

**Ways to log in** [Link](/user/security) an account at Google, GitHub or your single sign-on, where offered, and log in without a password.

**Your data** [Take a copy](/user/data) of everything we store about you, or delete your account.

**Change your email** [Profile](/user/email): your new mailbox confirms the change, and your former one can revert it for 7 days.

**A new look** Light, dark or your system's theme: switch at the bottom of any page. Times are shown in your time zone, and in UTC on hover; statements stay in UTC.

**[Teams](/user/team)** Share an account with others: invite them by mail, choose what each may do, and set what each may spend in a month. Tasks say who started them.

**[Status](/status)** See what works now and over the last 90 days, with every incident, measured every minute.

**Where the money goes** [Billing](/billing) draws what you spend by day and by task. Set a [budget](/billing/budget) or a balance alert, find and download every [movement](/billing/movements), and see in the header how long your balance lasts.

**Tasks** Give a task a display name and tags, find it by them, end several at once, and start one again exactly as it was. Its page has tabs: how to log in first, then logs, metrics, events and cost by hour. [Notifications](/user/notifications#task-news) reach you by mail or in your browser when a queued task starts or a task has ended.

**Model usage** [Usage](/usage) shows requests, tokens and coins by day and model. Set a budget for the month, and choose whether it only warns you or also blocks calls.

**VAT and bank transfer** Where VAT applies, [Add funds](/billing/add-funds) shows it before you pay, and receipts name it. Companies can ask us for invoices by bank transfer.

**Automatic top-up** Your balance refills from a saved card when it falls below an amount of your choice, within a limit per month. Each top-up has its receipt.

**Stop rules** A task can end by itself: after a set time, at a spend limit, or when its GPUs are idle. You can change these while it runs.

**Planned maintenance** Before maintenance of its node you are notified by mail and on the task's page, in time to start the task elsewhere.

**Staff access** [Security](/user/security) lists every time staff looked at or changed your account.

**Statements** [A month](/billing/statements) on screen, as CSV, JSON and PDF. Each line shows how it was calculated, down to the seconds that were free.

**Before you rent** See what would start right now, from 1 GPU to 8 × 8, how long your balance lasts with the new task, and how long the queue is.

**Logs and load** A task's page follows its log live and draws CPU, memory and each GPU over an hour, a day or a week.

**SSH doctor** When you cannot log in to a task, [the doctor](/keys#ssh-doctor) checks each step and tells you what is wrong.
`;
