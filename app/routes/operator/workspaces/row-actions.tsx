import { Popup } from "~/ui/popup";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import { DeleteForm } from "./delete-form";

/** What an admin does with one workspace. */
export function RowActions({ name, hasKey }: { name: string; hasKey: boolean }) {
  return (
    <span className="inline-flex gap-2">
      <Popup button="Tokens" buttonLabel={`Tokens of ${name}`} title={`Tokens of ${name}`} size="small">
        <TokensForm name={name} hasKey={hasKey} />
      </Popup>
      <Popup button="Delete" buttonLabel={`Delete ${name}`} title={`Delete ${name}?`} size="small">
        <DeleteForm name={name} />
      </Popup>
    </span>
  );
}

function TokensForm({ name, hasKey }: { name: string; hasKey: boolean }) {
  return (
    <PostForm className="flex flex-col gap-4 text-left text-sm">
      <input type="hidden" name="workspace" value={name} />
      <Choice intent="show-tokens" button="Show">
        Shows both tokens once. That you have seen them is written down.
      </Choice>
      {hasKey ? (
        <Choice intent="rotate-token" button="New inference token">
          A new token for model calls. The old one works for 24 hours more, so that nothing stands still.
        </Choice>
      ) : null}
      <Choice intent="new-admin-token" button="New admin token">
        A new token for adding and removing users. The old one ends at once.
      </Choice>
    </PostForm>
  );
}

function Choice({ intent, button, children }: { intent: string; button: string; children: string }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p className="text-muted">{children}</p>
      <SubmitButton name="intent" value={intent} intent={intent} look="secondary">
        {button}
      </SubmitButton>
    </div>
  );
}
