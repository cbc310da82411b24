import { useLocation } from "@remix-run/react";
import { buttonClasses } from "./button";

interface CsvLinkProps {
  /** Name of the table, if a screen has several. */
  table?: string;
  /** Names the content for screen readers. */
  of: string;
  /** Set where two links are side by side. */
  label?: string;
}

/** Downloads a table as CSV: all its pages, by the filters of the address. */
export function CsvLink({ table, of, label = "CSV" }: CsvLinkProps) {
  const { pathname, search } = useLocation();
  const wanted = new URLSearchParams(search);
  wanted.delete("page");
  wanted.delete("before");
  wanted.set("format", "csv");
  if (table) wanted.set("table", table);
  return (
    <a
      href={`${pathname}?${wanted.toString()}`}
      download
      aria-label={`Download ${of} as CSV`}
      className={buttonClasses("quiet", "small")}
    >
      {label}
    </a>
  );
}
