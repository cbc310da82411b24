import { useLocation, useSearchParams } from "@remix-run/react";
import { startOf } from "~/platform/day-range";
import type { UserFilter } from "~/staff/user-filter";
import { formatDate } from "~/platform/ui/format";
import { Link } from "~/platform/ui/link";
import { TextLink } from "~/platform/ui/text-link";
import { OF_RANGE } from "~/platform/ui/range-filter";
import { FACET_NAMES, SEEN_LABELS, sourceLabel } from "./facets";

/** The active filters: each links to the list without it. */
export function Chips({ filter, country }: { filter: UserFilter; country: string }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const chips = chipsOf(filter, country);
  if (chips.length === 0) return null;
  const without = (names: string[]) => {
    const left = new URLSearchParams(search);
    [...names, "page"].forEach((name) => left.delete(name));
    // Without filters the address would be that of another list.
    left.set("list", "all");
    return `${pathname}?${left.toString()}`;
  };
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-2 text-sm">
      {chips.map(({ name, text }) => (
        <li key={name} className="min-w-0">
          <Link
            to={without(name === "registered" ? OF_RANGE : [name])}
            preventScrollReset
            aria-label={`Remove the filter ${text}`}
            className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full bg-sunken px-3 py-1 hover:text-ink"
          >
            <bdi className="truncate">{text}</bdi>
            <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <TextLink to={without(["q", ...FACET_NAMES, ...OF_RANGE])} preventScrollReset>
            Remove all
          </TextLink>
        </li>
      ) : null}
    </ul>
  );
}

function chipsOf(filter: UserFilter, country: string): { name: string; text: string }[] {
  const { q, role, state, status, list, source, seen, debt, low, tag, registered } = filter;
  const texts = {
    q: q && `‘${q}’`,
    role: role && `role ${role}`,
    state: state && `state ${state}`,
    status: list ? list.toUpperCase() : status && `subscription ${status}`,
    source: source && `source ${sourceLabel(source)}`,
    country,
    seen: seen && `last seen ${SEEN_LABELS[seen].toLowerCase()}`,
    debt: debt ? "owes money" : "",
    low: low ? "balance running low" : "",
    tag: tag && `tag ${tag}`,
    registered: registered ? `registered ${dayText(registered.start)} to ${dayText(registered.end)}` : "",
  };
  return Object.entries(texts).flatMap(([name, text]) => (text === "" ? [] : [{ name, text }]));
}

/** `YYYY-MM-DD` as `31.01.2024` */
function dayText(day: string): string {
  return formatDate(startOf(day).getTime() / 1000);
}
