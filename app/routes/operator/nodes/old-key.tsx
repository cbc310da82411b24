import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { Time } from "~/ui/time";

/** After a rotation the agent key before is valid for a while; where it leaked, an admin ends that at once (A32). */
export function OldKey({ nodeName, untilTs }: { nodeName: string; untilTs: number }) {
  return (
    <PostForm intent="revoke-old-key" className="flex items-center justify-between gap-3 text-sm">
      <input type="hidden" name="node" value={nodeName} />
      <span className="text-muted">
        The old agent key is valid until <Time epochSeconds={untilTs} />
      </span>
      <Button size="small" aria-label={`Revoke the old key of ${nodeName} now`}>
        Revoke now
      </Button>
    </PostForm>
  );
}
