import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";

const INTENT = "ssh-gateway";

interface SshPanelProps {
  /** True if the node uses the gateway. */
  on: boolean;
  /** True if there is a gateway here. */
  hasGateway: boolean;
  maySet: boolean;
}

/** The way by which customers reach the SSH servers of the node's tasks. */
export function SshPanel({ on, hasGateway, maySet }: SshPanelProps) {
  const through = on && hasGateway;
  return (
    <Panel
      title="SSH"
      lead={
        through
          ? "Customers reach its tasks through Millrace, at SSH_GATEWAY_HOST."
          : "Customers reach its tasks at the node's own address."
      }
    >
      {maySet && (hasGateway || on) ? (
        <PostForm intent={INTENT}>
          <input type="hidden" name="on" value={on ? "0" : "1"} />
          <SubmitButton intent={INTENT} look="secondary">
            {on ? "SSH at its own address" : "SSH through Millrace"}
          </SubmitButton>
        </PostForm>
      ) : (
        <p className="text-sm text-muted">
          {hasGateway ? "Operators can change this." : "For machines behind NAT, set SSH_GATEWAY_PORTS."}
        </p>
      )}
    </Panel>
  );
}
