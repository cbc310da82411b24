import { Icon } from "~/platform/ui/icon";

const PROMISES = [
  "Charged by the second, only while your task runs: waiting, starting and failed starts are free",
  "Prepaid: tasks stop at $0.00, and your balance never goes below it",
  "When a node fails, the gap is free, and up to 15 minutes of a lost task are refunded",
];

/** Promises that hold for every task (B2, B8, B9). */
export function Promises() {
  return (
    <ul className="mt-2 grid gap-x-8 gap-y-2 text-sm text-pretty text-muted lg:grid-cols-3">
      {PROMISES.map((promise) => (
        <li key={promise} className="flex gap-2.5">
          <Icon name="check" className="mt-0.5 size-4 flex-none text-link" />
          {promise}
        </li>
      ))}
    </ul>
  );
}
