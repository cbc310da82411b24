import { DEMO_CHARGE_NAMES, DEMO_CHARGES } from "~/domain/subscription/demo-charges";
import { Panel } from "~/ui/panel";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";

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
