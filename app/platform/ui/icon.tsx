import { DRAWN } from "./icons/drawn";

/** An icon; its class sets the size and colour. A text always gives the same information. */
export function Icon({ name, className }: { name: keyof typeof DRAWN; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={`icon ${className}`}
      dangerouslySetInnerHTML={{ __html: DRAWN[name] }}
    />
  );
}
