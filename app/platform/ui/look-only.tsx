import { PostForm } from "./post-form";
import { SubmitButton } from "./submit-button";
import { useLookOnly, useRootData } from "./use-root-data";

/** Line above a read-only screen, whose forms are disabled (16.2), and above all screens of a view as customer (16.12). */
export function LookOnly() {
  const viewer = useRootData()?.viewer;
  const off = useLookOnly();
  if (!viewer || !(off || viewer.viewEnd)) return null;
  return (
    <aside aria-label="Your role" className="role-line">
      <div className="page-row flex-wrap justify-between gap-x-6 gap-y-2 py-2">
        <p>{viewer.roleLine}</p>
        {viewer.viewEnd ? (
          <PostForm intent="stop" action={viewer.viewEnd}>
            <SubmitButton intent="stop" look="secondary" size="small">
              Stop viewing
            </SubmitButton>
          </PostForm>
        ) : null}
      </div>
    </aside>
  );
}
