import type { FormAnswer } from "~/platform/http/form.server";
import { Banner } from "~/platform/ui/banner";
import { buttonClasses } from "~/platform/ui/button";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { EnablePopup } from "./enable-popup";
import type { Screen } from "./read-screen.server";
import { Standing } from "./standing";
import { StatusFigures } from "./status-panel";

/** Remarks on the current state, above everything else. */
export function StateBanner({ screen }: { screen: Screen }) {
  if (screen.pastDue)
    return (
      <Banner tone="danger">
        The last invoice could not be paid. You stay PRO while we try again for 14 days. Please check your payment
        method.
      </Banner>
    );
  if (screen.unpaid && screen.actionUrl !== "")
    return (
      <Banner tone="warn">
        <span className="flex flex-wrap items-center justify-between gap-3">
          Your bank asks for confirmation. Nothing is charged until you confirm.
          <a href={screen.actionUrl} className={buttonClasses("primary", "small")}>
            Continue at your bank
          </a>
        </span>
      </Banner>
    );
  if (screen.message !== "") return <Banner tone="danger">{screen.message}</Banner>;
  if (screen.unpaid)
    return <Banner tone="warn">The first payment has not been confirmed yet. You can try it again.</Banner>;
  return null;
}

interface SwitchProps {
  screen: Screen;
  answer: FormAnswer | undefined;
}

/** The state in one sentence, the button that switches PRO on or off, and the figures. */
export function StandingPanel({ screen, answer }: SwitchProps) {
  return (
    <div className="overflow-hidden rounded-panel border bg-surface shadow-panel">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-b px-4 py-5 sm:px-5">
        <p className="max-w-2xl text-xl font-medium tracking-tight text-pretty tabular-nums">
          <Standing screen={screen} />
        </p>
        <div className="flex flex-none flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:grow">
          <Switch screen={screen} answer={answer} />
        </div>
      </div>
      <StatusFigures screen={screen} />
    </div>
  );
}

function Switch({ screen, answer }: SwitchProps) {
  if (screen.enabled) return <Disable />;
  const waitsAtBank = screen.unpaid && screen.actionUrl !== "";
  return (
    <>
      {screen.unpaid ? (
        <PostForm intent="cancel" preventScrollReset>
          <SubmitButton intent="cancel" look="secondary">
            Cancel
          </SubmitButton>
        </PostForm>
      ) : null}
      {waitsAtBank || screen.provider === "none" ? null : <Enable screen={screen} answer={answer} />}
    </>
  );
}

/** Without a card there is nothing to agree to: the answer says what is missing. */
function Enable({ screen: { terms, cards }, answer }: SwitchProps) {
  if (terms) {
    const card = cards.find(({ pmId }) => pmId === terms.pmId) ?? null;
    return <EnablePopup terms={terms} card={card} answer={answer} />;
  }
  return (
    <PostForm intent="subscribe" preventScrollReset>
      <SubmitButton intent="subscribe">Enable Subscription</SubmitButton>
    </PostForm>
  );
}

function Disable() {
  return (
    <Popup button="Disable Subscription" title="Disable the subscription?">
      <PostForm intent="cancel" className="flex flex-col gap-4" preventScrollReset>
        <p className="text-sm text-muted">You stay PRO until the end of the paid month. No further month is charged.</p>
        <div>
          <SubmitButton intent="cancel" look="danger">
            Disable at the end of the period
          </SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}
