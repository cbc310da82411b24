import type { EndpointRow } from "~/accounts/inside/endpoints/list-endpoints.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { Button } from "~/platform/ui/button";
import { FormPopup } from "~/platform/ui/form-popup";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";

export function EndpointActions({ endpoint, answer }: { endpoint: EndpointRow; answer: FormAnswer | undefined }) {
  const on = endpoint.state === "on";
  return (
    <>
      {on ? (
        <PostForm intent="test">
          <SubmitButton intent="test">Send a test</SubmitButton>
        </PostForm>
      ) : null}
      <PostForm intent={on ? "switch-off" : "switch-on"}>
        <SubmitButton intent={on ? "switch-off" : "switch-on"} look={on ? "secondary" : "primary"}>
          {on ? "Switch off" : "Switch on"}
        </SubmitButton>
      </PostForm>
      <FormPopup button="Delete" title="Delete this endpoint?" intent="delete" answer={answer}>
        <p className="text-sm">
          Millrace stops sending webhooks to <strong className="font-medium break-all">{endpoint.url}</strong>. Its
          secret and its list of deliveries are deleted.
        </p>
        <div>
          <Button look="danger">Delete endpoint</Button>
        </div>
      </FormPopup>
    </>
  );
}
