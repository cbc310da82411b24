import { Popup } from "~/ui/popup";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";

/** What an admin does with a source. */
export function SourceActions({ id, name }: { id: number; name: string }) {
  return (
    <>
      <Popup button="New key" buttonLabel={`New key of ${name}`} title={`New key of ${name}`} size="small">
        <PostForm intent="rotate-source" className="flex flex-col gap-4 text-left">
          <input type="hidden" name="source_id" value={id} />
          <p className="text-sm text-muted">
            The present key works for 24 hours more, so that nothing stands still. One that it replaced, and that still
            works, ends at once. Keys of events stay unique across all of them.
          </p>
          <div>
            <SubmitButton intent="rotate-source">Make new key</SubmitButton>
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
        All its keys end at once, and what it sends from then on is refused. What it sent stays.
      </p>
      <div>
        <SubmitButton look="danger" intent="revoke-source">
          Revoke source
        </SubmitButton>
      </div>
    </PostForm>
  );
}
