import { DEMO_CHARGE_NAMES, DEMO_CHARGES } from "~/payments/inside/subscription/demo-charges";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";

/** The example charges (B13). */
export function ChargesPanel() {
  return (
    <Panel title="Example charges" lead="Each one adds to the upcoming invoice or reduces it.">
      <div className="flex flex-wrap gap-2">
        {DEMO_CHARGE_NAMES.map((which) => (
          <PostForm key={which} intent="demo-charge" preventScrollReset>
            <input type="hidden" name="which" value={which} />
            <SubmitButton intent="demo-charge" look="secondary">
              {DEMO_CHARGES[which].button}
            </SubmitButton>
          </PostForm>
        ))}
      </div>
    </Panel>
  );
}
