import type { AutoTopUpShown } from "~/payments/inside/auto-top-up/auto-top-up";
import { cardLabel } from "~/payments/card-label";
import { ButtonLink } from "~/platform/ui/button-link";
import { Facts } from "~/platform/ui/facts";
import { formatTyped } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { StatusDot } from "~/platform/ui/status-dot";
import { StandingNote } from "../screens/auto-top-up/standing-note";
import { isOn, standingText } from "../screens/auto-top-up/standing-text";

/** A summary of automatic top-up for Billing. */
export function AutoTopUpPanel({ auto }: { auto: AutoTopUpShown }) {
  const { settings, monthText, card } = auto;
  const { word, tone } = standingText(auto);
  const on = isOn(auto);
  return (
    <Panel
      title="Automatic top-up"
      actions={
        <>
          <StatusDot tone={tone}>{word}</StatusDot>
          <ButtonLink size="small" to="/billing/auto-top-up">
            {on ? "Change" : "Set up"}
          </ButtonLink>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <StandingNote auto={auto} />
        {on ? (
          <Facts
            facts={[
              { label: "Below", value: formatTyped(settings.threshold) },
              { label: "Adds", value: `${formatTyped(settings.amount)}${card ? ` from ${cardLabel(card)}` : ""}` },
              { label: "This month", value: `${monthText} of ${formatTyped(settings.month_cap)}` },
            ]}
          />
        ) : (
          <p className="text-sm text-muted">
            Adds funds from your default card when your balance falls below a threshold, so that your tasks keep
            running.
          </p>
        )}
      </div>
    </Panel>
  );
}
