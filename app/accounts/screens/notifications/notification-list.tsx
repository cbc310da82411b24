import { ButtonLink } from "~/platform/ui/button-link";
import { Panel } from "~/platform/ui/panel";

interface Notification {
  what: string;
  how: string;
  to?: { path: string; label: string };
}

const NOTIFICATIONS: Notification[] = [
  {
    what: "A share of your monthly budget is spent, or your balance falls below an amount",
    how: "Email, once each",
    to: { path: "/billing/budget", label: "Set up" },
  },
  { what: "Your balance lasts less than 24 hours, or less than 1 hour", how: "Email, always" },
  {
    what: "Automatic top-up was declined, waits for your bank or reached its cap",
    how: "Email, always",
    to: { path: "/billing/auto-top-up", label: "Set up" },
  },
  {
    what: "A task is queued, starts, ends, fails or has an incident",
    how: "Live on the task list, by webhook where you have an endpoint, by email and browser as chosen below",
    to: { path: "/user/webhooks", label: "Webhooks" },
  },
  {
    what: "GPUs of a type you have an alert for are free",
    how: "Email, once each, as chosen below",
  },
  { what: "A top-up was paid, was not paid, or is disputed", how: "Email, always" },
];

/** The notifications that customers get, their channels, and where to change them. */
export function NotificationList({ email }: { email: string }) {
  return (
    <Panel title="What we notify you about" lead={`Emails go to ${email}.`} padded={false}>
      <ul className="divide-y">
        {NOTIFICATIONS.map(({ what, how, to }) => (
          <li key={what} className="flex items-center justify-between gap-4 px-4 py-3 text-sm sm:px-5">
            <div className="min-w-0">
              <p className="text-pretty">{what}</p>
              <p className="text-muted">{how}</p>
            </div>
            {to ? (
              <ButtonLink size="small" to={to.path} aria-label={`${to.label}: ${what}`} className="flex-none">
                {to.label}
              </ButtonLink>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
