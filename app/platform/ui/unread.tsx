/** Shown in place of a part of a screen that could not be read. */
export function Unread({ what }: { what?: string }) {
  return (
    <p className="px-4 py-8 text-center text-sm text-muted sm:px-5">
      {what
        ? `${what} can’t be shown right now. Reload in a moment.`
        : "This part could not be read. Reload the page to try again."}
    </p>
  );
}
