import type { FormAnswer } from "~/http/form.server";
import { CheckField } from "~/ui/check-field";
import { TextField } from "~/ui/text-field";
import { EditRow } from "./edit-row";

/** An image as the loader gives it. */
export interface ImageView {
  tenantImage: string;
  osName: string;
  osExperimental: boolean;
  osDeprecated: boolean;
  isDefault: boolean;
  position: number;
  hiddenAt: Date | string | null;
  version: number;
}

interface EditImageProps {
  answer: FormAnswer | undefined;
  /** Null: a new one. */
  image: ImageView | null;
}

export function EditImage({ answer, image }: EditImageProps) {
  return (
    <EditRow
      intent="set-image"
      answer={answer}
      row={image && { field: "tenant_image", value: image.tenantImage, version: image.version }}
      button={image ? "Edit" : "New image"}
      title={image ? image.tenantImage : "New image"}
      values={{
        os_name: image?.osName,
        position: String(image?.position ?? 0),
        os_experimental: image?.osExperimental,
        os_deprecated: image?.osDeprecated,
        is_default: image?.isDefault,
        hidden: image ? image.hiddenAt !== null : false,
      }}
    >
      {(field) => (
        <>
          {image ? null : (
            <TextField field={field("tenant_image")} label="Image" autoComplete="off" spellCheck={false} />
          )}
          <TextField field={field("os_name")} label="Name" maxLength={100} autoComplete="off" />
          <TextField
            field={field("position")}
            label="Place"
            inputMode="numeric"
            autoComplete="off"
            hint="The lowest comes first."
          />
          <CheckField field={field("is_default")} label="Default: the other one is it no more" />
          <CheckField field={field("os_experimental")} label="Experimental" />
          <CheckField field={field("os_deprecated")} label="Deprecated: starts no new tasks" />
          <CheckField field={field("hidden")} label="Hidden: offered to nobody" />
        </>
      )}
    </EditRow>
  );
}
