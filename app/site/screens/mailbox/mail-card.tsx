import type { MailRow } from "~/platform/mailbox.server";
import { Time } from "~/platform/ui/time";

/** A mail as its reader would see it, with working links. */
export function MailCard({ mail }: { mail: MailRow }) {
  return (
    <li className="border-b px-4 py-4 last:border-b-0 sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold break-words">{mail.subject}</h2>
        <span className="text-sm text-muted">
          <Time epochSeconds={mail.ts} />
        </span>
      </div>
      <p className="text-sm break-words text-muted">To {mail.to}</p>
      <p className="mt-3 max-w-2xl break-words whitespace-pre-wrap">{withLinks(mail.text)}</p>
    </li>
  );
}

function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a key={at} href={part} className="prose-link break-all">
        {part}
      </a>
    ),
  );
}
