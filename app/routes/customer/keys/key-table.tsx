import type { SshKeyRow } from "~/domain/users/list-ssh-keys.server";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Popup } from "~/ui/popup";
import { PostForm } from "~/ui/post-form";
import { Table } from "~/ui/table";

/** The stored keys with their default mark. */
export function KeyTable({ keys }: { keys: SshKeyRow[] }) {
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
        { head: <span className="sr-only">Change</span>, cell: (key) => <KeyActions sshKey={key} /> },
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

function KeyActions({ sshKey }: { sshKey: SshKeyRow }) {
  return (
    <div className="flex gap-2 md:justify-end">
      {sshKey.isDefault ? null : (
        <PostForm intent="make-default">
          <input type="hidden" name="id" value={sshKey.id} />
          <Button size="small" aria-label={`Make default: ${sshKey.name}`}>
            Make default
          </Button>
        </PostForm>
      )}
      <Popup button="Delete" buttonLabel={`Delete ${sshKey.name}`} title="Delete this key?" size="small">
        <PostForm intent="delete" className="flex flex-col gap-4">
          <input type="hidden" name="id" value={sshKey.id} />
          <p className="text-sm">
            <strong className="font-medium">{sshKey.name}</strong> opens no new tasks. Running ones keep it.
          </p>
          <div>
            <Button look="danger">Delete key</Button>
          </div>
        </PostForm>
      </Popup>
    </div>
  );
}
