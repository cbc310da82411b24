const PROMISES = [
  "Charged by the second, only while your task runs: waiting, starting and failed starts are free",
  "Prepaid: at $0.00 tasks stop, and a balance never goes below it",
  "When a node fails the gap is free, and a lost task gets up to 15 minutes back",
];

/** What is true of every task here (B2, B8, B9). */
export function Promises() {
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {PROMISES.map((promise) => (
        <li key={promise} className="flex gap-2.5">
          <svg
            aria-hidden="true"
            viewBox="0 0 16 16"
            className="mt-0.5 size-4 flex-none text-ok"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
          >
            <path d="m3 8.5 3.2 3.2L13 5" />
          </svg>
          {promise}
        </li>
      ))}
    </ul>
  );
}
