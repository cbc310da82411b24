import { DRAWN } from "./icons/drawn";

/** An icon of the one set, as large and of the colour that its class says. It is never alone: a text says the same. */
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
