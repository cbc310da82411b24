/**
 * The terms of use, in markdown: what this product does. An operator in business adds name, address, law and place of
 * jurisdiction, and has a lawyer read them.
 */
export const TERMS = `
These terms apply between you and the operator of this installation of Millrace ("we") when you rent GPUs here.

## 1. What you get

You rent GPUs for as long as your task runs, with root access by SSH inside the task. What comes with a GPU is on the [pricing page](/pricing). We do not promise that capacity is free at a given moment; what is free now is on [Free capacity](/free), and you may wait in the queue at no cost.

## 2. Account

- You need an account with a confirmed email address. Keep its details true and current.
- You are responsible for what happens with your password, API key and SSH keys. If somebody else learns one, replace it at once on the Security screen.
- One person or organisation is responsible for each account.

## 3. Price and payment

- Prices are per GPU-hour, in US dollars, and charged by the second of running time. The price that is shown when a task starts holds until it ends. A queued task pays the lower of the price when it was enqueued and the price when it starts.
- Charging begins when all nodes of a task are running and SSH is open. It ends with the request to stop, when the task ends by itself, or with the last report of its node before a failure. Waiting, starting and stopping are free, and so is a start that fails.
- A volume is charged by the second while it exists, at the price per GB and month shown when you create it.
- You pay in advance into a balance. The balance cannot become negative because of tasks or volumes: when it is used up, all your tasks are stopped, and volumes are kept for 14 days and then deleted. We warn you 24 hours and 1 hour before, based on your spending at that moment.
- Every charge is listed in your Balance Movements. Tell us within 60 days if one of them is wrong.

## 4. Incidents and refunds

- While a node of your task does not report, nothing is charged.
- If the task cannot continue within 15 minutes, it is lost, and the charge of up to 15 minutes before the incident is credited to your balance at once.
- Beyond this, and unless the law says otherwise, we owe no compensation for lost time, data or profit.

## 5. Your data

The disk of a task is removed with the task; data on a volume stays until the volume is deleted. We back up neither. You are responsible for what you compute and for your right to do so. We do not look into tasks, except where their operation, security or the law requires it.

## 6. What is not allowed

- Attacks on others, spreading malware, spam, or hiding the origin of any of these.
- Content or computation that is against the law.
- Breaking out of a task, or using resources that you do not pay for.

A task that breaks these rules can be stopped at once, and an account suspended. You are told the reason.

## 7. End

You can stop using Millrace at any time. You can delete your account on [Your data](/user/data); we refund a balance that you paid for and did not use if you ask before that. We can close an account with 30 days' notice, or at once after a serious breach of these terms.

## 8. Changes

When these terms change we write to you at least 30 days before. A running task always keeps its price.
`;
