import type { WorkspaceRow } from "~/usage/inside/workspaces/workspace-row.server";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { DeleteForm } from "./delete-form";

export function RowActions({ row }: { row: Pick<WorkspaceRow, "name" | "keyLast4" | "adminLast4"> }) {
  const { name } = row;
  return (
    <span className="inline-flex gap-2">
      <Popup button="Tokens" buttonLabel={`Tokens of ${name}`} title={`Tokens of ${name}`} size="small">
        <TokensForm {...row} />
      </Popup>
      <Popup button="Delete" buttonLabel={`Delete ${name}`} title={`Delete ${name}?`} size="small">
        <DeleteForm name={name} />
      </Popup>
    </span>
  );
}

function TokensForm({ name, keyLast4, adminLast4 }: Pick<WorkspaceRow, "name" | "keyLast4" | "adminLast4">) {
  return (
    <PostForm className="flex flex-col gap-4 text-left text-sm">
      <input type="hidden" name="workspace" value={name} />
      <input type="hidden" name="admin_last4" value={adminLast4} />
      <Choice intent="show-tokens" button="Show">
        Shows both tokens once. The audit records that you saw them.
      </Choice>
      {keyLast4 !== null ? (
        <Choice intent="rotate-token" button="New inference token">
          A new token for model calls. The old one works for 24 more hours, so that calls do not stop.
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
