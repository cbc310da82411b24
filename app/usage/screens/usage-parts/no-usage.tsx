import { TextLink } from "~/platform/ui/text-link";

/** Placeholder while no usage has been sent: how to send it. */
export function NoUsage({ text }: { text: string }) {
  return (
    <div className="px-4 py-10 text-center text-muted sm:px-5">
      <p className="text-ink">{text}</p>
      <p className="mt-1 text-sm">
        Figures come from events: make a service key at <TextLink to="/dashboard/ingestion">Ingestion</TextLink> and
        send them to <code>POST /v1/usage</code>, as docs/usage.md shows.
      </p>
    </div>
  );
}
