import { PostForm } from "~/platform/ui/post-form";
import { Button } from "~/platform/ui/button";

/** Subscribes the viewer to the mail with the report of each month. */
export function MailSwitch({ on }: { on: boolean }) {
  return (
    <PostForm intent={on ? "unsubscribe" : "subscribe"}>
      <Button look="quiet">{on ? "Stop the monthly mail" : "Mail me each month"}</Button>
    </PostForm>
  );
}
