import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import { TextField } from "~/platform/ui/text-field";
import { EditRow } from "./edit-row";

/** An image as the loader gives it. */
export interface ImageView {
  tenantImage: string;
  osName: string;
  osExperimental: boolean;
  osDeprecated: boolean;
  isDefault: boolean;
  position: number;
  reference: string;
  digest: string;
  registryUsername: string;
  /** Whether a password is stored. */
  hasPassword: boolean;
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
        reference: image?.reference,
        digest: image?.digest,
        registry_username: image?.registryUsername,
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
            hint="The lowest number comes first."
          />
          <TextField
            field={field("reference")}
            label="Reference"
            maxLength={255}
            autoComplete="off"
            spellCheck={false}
            hint="What container nodes pull. Without it they cannot start this image."
          />
          <TextField
            field={field("digest")}
            label="Digest"
            maxLength={71}
            autoComplete="off"
            spellCheck={false}
            hint="Pins the content. If empty, a node keeps the content that it first pulls."
          />
          <TextField
            field={field("registry_username")}
            label="Registry user"
            maxLength={255}
            autoComplete="off"
            spellCheck={false}
            hint="Leave empty if the registry needs none. A stored password is then removed."
          />
          <TextField
            field={field("registry_password")}
            label="Registry password"
            type="password"
            autoComplete="new-password"
            hint={
              image?.hasPassword
                ? "A password is stored. Leave empty to keep it."
                : "Kept encrypted, and given to nodes that pull."
            }
          />
          <CheckField field={field("is_default")} label="Default: replaces the present default" />
          <CheckField field={field("os_experimental")} label="Experimental" />
          <CheckField field={field("os_deprecated")} label="Deprecated: starts no new tasks" />
          <CheckField field={field("hidden")} label="Hidden: not offered to anyone" />
        </>
      )}
    </EditRow>
  );
}
