import { Link } from "./link";

/** A mill wheel that is also the fan of a graphics card. Of its six blades, the one that the water meets is copper. */
export const BLADE = "M12 9.6C10.7 6.5 11.9 3 15.5 1.4C17.6 1.5 19 2.5 19.7 3.3C16.3 4.1 14.3 6.2 13.9 9.3z";
export const BLADES =
  "M14.1 10.8C16.1 8.1 19.7 7.4 22.9 9.7C23.9 11.6 23.7 13.3 23.4 14.3C21 11.8 18.2 11.1 15.3 12.3zM14.1 13.2C17.4 13.6 19.8 16.4 19.4 20.3C18.3 22.1 16.7 22.8 15.7 23C16.7 19.7 15.9 16.9 13.4 15zM12 14.4C13.3 17.5 12.1 21 8.5 22.6C6.4 22.5 5 21.5 4.3 20.7C7.7 19.9 9.7 17.8 10.1 14.7zM9.9 13.2C7.9 15.9 4.3 16.6 1.1 14.3C0.1 12.4 0.3 10.7 0.6 9.7C3 12.2 5.8 12.9 8.7 11.7zM9.9 10.8C6.6 10.4 4.2 7.6 4.6 3.7C5.7 1.9 7.3 1.2 8.3 1C7.3 4.3 8.1 7.1 10.6 9z";

export function Logo() {
  return (
    <Link to="/" className="logo">
      <svg aria-hidden="true" viewBox="0 0 24 24">
        <path d={BLADES} fill="currentColor" />
        <path d={BLADE} className="fill-copper" />
      </svg>
      Millrace
    </Link>
  );
}
