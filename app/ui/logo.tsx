import { Link } from "./link";

export function Logo() {
  return (
    <Link to="/" className="flex items-center gap-2 text-[0.9375rem] font-semibold tracking-tight">
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6 rounded-md bg-accent p-1 text-accent-ink">
        <path
          d="M3 19V6l4.5 6L12 6l4.5 6L21 6v13"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Millrace
    </Link>
  );
}
