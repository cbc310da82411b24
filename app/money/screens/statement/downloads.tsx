const FORMATS = [
  { label: "PDF", path: "/pdf" },
  { label: "CSV", path: "/csv" },
  { label: "JSON", path: "" },
] as const;

/** Links to the files of one month's statement. */
export function Downloads({ month, name }: { month: string; name: string }) {
  return (
    <span className="inline-flex gap-4">
      {FORMATS.map(({ label, path }) => (
        <a
          key={label}
          href={`/v1/statements/${month}${path}`}
          download
          className="prose-link -my-1 inline-block py-1"
          aria-label={`Download the statement of ${name} as ${label}`}
        >
          {label}
        </a>
      ))}
    </span>
  );
}
