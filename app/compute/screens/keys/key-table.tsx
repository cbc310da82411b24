import type { SshKeyRow } from "~/compute/list-ssh-keys.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { Badge } from "~/platform/ui/badge";
import { Button } from "~/platform/ui/button";
import { FormPopup } from "~/platform/ui/form-popup";
import { PostForm } from "~/platform/ui/post-form";
import { Table } from "~/platform/ui/table";

export const DELETE_KEY = "delete";

interface KeyTableProps {
  keys: SshKeyRow[];
  /** True if keys of other members may be deleted too. */
  mayDeleteAll: boolean;
  /** Why the last form of the screen was refused. */
  answer: FormAnswer | undefined;
}

/** The stored keys with their default mark, and their owners if other members have keys too. */
export function KeyTable({ keys, mayDeleteAll, answer }: KeyTableProps) {
  const ofOthers = keys.some(({ own }) => !own);
  return (
    <Table
      caption="Stored SSH keys"
      rows={keys}
      rowKey={(key) => key.id}
      empty="No SSH keys yet. Paste your public key below to log in to your tasks."
      columns={[
        { head: "Name", cell: (key) => <KeyName sshKey={key} />, className: "font-medium break-all" },
        { head: "Type", cell: (key) => key.type, className: "whitespace-nowrap" },
        { head: "Fingerprint", cell: (key) => key.fingerprint, className: "font-mono text-xs break-all" },
        ...(ofOthers
          ? [{ head: "Added by", cell: (key: SshKeyRow) => addedBy(key), className: "[overflow-wrap:anywhere]" }]
          : []),
        {
          head: <span className="sr-only">Change</span>,
          cell: (key) => (key.own || mayDeleteAll ? <KeyActions sshKey={key} answer={answer} /> : null),
        },
      ]}
    />
  );
}

function KeyName({ sshKey }: { sshKey: SshKeyRow }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {sshKey.name} {sshKey.isDefault ? <Badge tone="accent">default</Badge> : null}
    </span>
  );
}

function addedBy({ own, addedBy }: SshKeyRow): string {
  return own ? "you" : addedBy || "a deleted account";
}

function KeyActions({ sshKey, answer }: { sshKey: SshKeyRow; answer: FormAnswer | undefined }) {
  return (
    <div className="flex gap-2 md:justify-end">
      {sshKey.isDefault || !sshKey.own ? null : (
        <PostForm intent="make-default">
          <input type="hidden" name="id" value={sshKey.id} />
          <Button size="small" aria-label={`Make default: ${sshKey.name}`}>
            Make default
          </Button>
        </PostForm>
      )}
      <FormPopup
        button="Delete"
        buttonLabel={`Delete ${sshKey.name}`}
        title="Delete this key?"
        size="small"
        intent={DELETE_KEY}
        answer={answer}
        hidden={{ id: String(sshKey.id) }}
      >
        <p className="text-sm">
          <strong className="font-medium">{sshKey.name}</strong> can no longer be used for new tasks. Running tasks keep
          it.
        </p>
        <div>
          <Button look="danger">Delete key</Button>
        </div>
      </FormPopup>
    </div>
  );
}
