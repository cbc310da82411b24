import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";

export function SourceActions({ id, name }: { id: number; name: string }) {
  return (
    <>
      <Popup button="New key" buttonLabel={`New key of ${name}`} title={`New key of ${name}`} size="small">
        <PostForm intent="rotate-source" className="flex flex-col gap-4 text-left">
          <input type="hidden" name="source_id" value={id} />
          <p className="text-sm text-muted">
            The current key works for 24 more hours, so that sending does not stop. An older key that still works stops
            working at once. Event keys stay unique across all keys of the source.
          </p>
          <div>
            <SubmitButton intent="rotate-source">Create new key</SubmitButton>
          </div>
        </PostForm>
      </Popup>
      <Popup button="Revoke" buttonLabel={`Revoke ${name}`} title={`Revoke ${name}?`} size="small">
        <RevokeForm id={id} />
      </Popup>
    </>
  );
}

/** The question before the keys of a source end. */
export function RevokeForm({ id }: { id: number }) {
  return (
    <PostForm intent="revoke-source" className="flex flex-col gap-4 text-left">
      <input type="hidden" name="source_id" value={id} />
      <input type="hidden" name="confirm" value="1" />
      <p className="text-sm">
        All its keys stop working at once, and later events are refused. Events that it has sent are kept.
      </p>
      <div>
        <SubmitButton look="danger" intent="revoke-source">
          Revoke source
        </SubmitButton>
      </div>
    </PostForm>
  );
}
