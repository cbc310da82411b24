/** Rules that what is stored must keep, each with its mark. */
export function Checks({ checks }: { checks: { text: string; holds: boolean }[] }) {
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {checks.map((check) => (
        <li key={check.text} className={check.holds ? undefined : "font-medium text-danger"}>
          <span aria-hidden="true" className="inline-block w-6">
            {check.holds ? "✓" : "✗"}
          </span>
          {check.text}
          {check.holds ? null : " This does not hold."}
        </li>
      ))}
    </ul>
  );
}
