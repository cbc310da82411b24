import type { ReactNode } from "react";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";

interface SiteFormProps {
  intent: string;
  /** See `EngineFormProps`. */
  version: number | null;
  tested: string;
  children: ReactNode;
}

/** The frame of every engine's form. */
export function SiteForm({ intent, version, tested, children }: SiteFormProps) {
  return (
    <PostForm intent={intent} id={intent} className="grid max-w-3xl gap-x-6 gap-y-4 sm:grid-cols-2">
      {version === null ? null : <input type="hidden" name="version" value={version} />}
      <input type="hidden" name="tested" value={tested} />
      {children}
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <SubmitButton intent={intent}>Save</SubmitButton>
        <SubmitButton intent={intent} name="test" value="1" look="secondary">
          Test
        </SubmitButton>
      </div>
    </PostForm>
  );
}
