import type { ImageRow } from "~/compute/inside/pricing/list-images.server";
import { Badge } from "~/platform/ui/badge";
import { Table } from "~/platform/ui/table";

export function Images({ images }: { images: ImageRow[] }) {
  return (
    <Table
      caption="Images that tasks start from"
      rows={images}
      rowKey={(row) => row.tenant_image}
      empty="No images yet."
      columns={[
        { head: "Image", cell: (row) => row.tenant_image, className: "font-mono text-code" },
        { head: "System", cell: (row) => row.os_name },
        { head: "State", cell: (row) => marksOf(row) },
      ]}
    />
  );
}

function marksOf(image: ImageRow) {
  if (!image.is_default && !image.os_experimental && !image.os_deprecated) return null;
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {image.is_default ? <Badge tone="accent">default</Badge> : null}
      {image.os_experimental ? <Badge tone="warn">experimental</Badge> : null}
      {image.os_deprecated ? <Badge tone="danger">deprecated</Badge> : null}
    </span>
  );
}
