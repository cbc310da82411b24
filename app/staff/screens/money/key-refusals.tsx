import { Banner } from "~/platform/ui/banner";
import { Time } from "~/platform/ui/time";
import type { MoneyScreen } from "./read-money-screen.server";

/** Shows that the provider refuses our key, for everything or some requests, and what to do. */
export function KeyRefusals({ refusals }: { refusals: MoneyScreen["refusals"] }) {
  const [first] = refusals;
  if (!first) return null;
  const whole = first.call === null;
  return (
    <Banner tone="danger">
      <strong className="font-semibold">
        {whole
          ? "The payment provider refuses our key: nobody can pay by card."
          : "Our key at the payment provider lacks a permission: requests that need it are refused."}
      </strong>
      <ul className="mt-1.5 flex flex-col gap-1">
        {refusals.map(({ call, message, permission, stops, sinceTs, lastTs }) => (
          <li key={call ?? ""} className="break-words">
            {call === null ? null : <span className="font-mono text-xs">{call} </span>}
            {message.replace(/\.?$/, ".")}{" "}
            {permission ? `It needs: ${permission}. Without it, this stops: ${stops}. ` : ""}
            Since <Time epochSeconds={sinceTs} zoned />, last <Time epochSeconds={lastTs} zoned />.
          </li>
        ))}
      </ul>
      <p className="mt-1.5">
        {whole ? (
          <>
            Make a new key in the provider&rsquo;s dashboard, set it as{" "}
            <code className="font-mono text-xs">STRIPE_SECRET_KEY</code> for web and worker, and restart both.
          </>
        ) : (
          "Edit the restricted key in the provider’s dashboard (Developers, API keys) and give it that permission. No restart is needed: a request leaves this list once it is accepted."
        )}{" "}
        No money is lost meanwhile: payments, refunds and disputes are read once the key is accepted again.
      </p>
    </Banner>
  );
}
