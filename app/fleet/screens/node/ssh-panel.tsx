import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";

const INTENT = "ssh-gateway";

interface SshPanelProps {
  /** True if the node uses the gateway. */
  on: boolean;
  /** Name of the gateway; null without one. */
  host: string | null;
  maySet: boolean;
}

/** Shows and sets how customers reach the SSH servers of the node's tasks. */
export function SshPanel({ on, host, maySet }: SshPanelProps) {
  return (
    <Panel
      title="SSH"
      lead={
        on && host !== null
          ? `Customers reach its tasks through Millrace, at ${host}.`
          : "Customers reach its tasks at the node's own address."
      }
    >
      {maySet && (on || host !== null) ? (
        <PostForm intent={INTENT}>
          <input type="hidden" name="on" value={on ? "0" : "1"} />
          <SubmitButton intent={INTENT} look="secondary">
            {on ? "SSH at its own address" : "SSH through Millrace"}
          </SubmitButton>
        </PostForm>
      ) : (
        <p className="text-sm text-muted">
          {host === null
            ? "For machines to which nobody can connect, set SSH_GATEWAY_PORTS and SSH_GATEWAY_HOST."
            : "To change this, your role needs the right “Run the fleet”."}
        </p>
      )}
    </Panel>
  );
}
