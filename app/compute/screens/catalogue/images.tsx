import type { FormAnswer } from "~/platform/http/form.server";
import { Badge } from "~/platform/ui/badge";
import { Table } from "~/platform/ui/table";
import { IMAGE, type ImageView } from "./catalogue-records";
import { EditRow } from "./edit-row";

interface ImagesProps {
  images: ImageView[];
  mayWrite: boolean;
  answer: FormAnswer | undefined;
}

export function Images({ images, mayWrite, answer }: ImagesProps) {
  const edit = {
    head: <span className="sr-only">Change</span>,
    cell: (image: ImageView) => <EditRow record={IMAGE} row={image} answer={answer} />,
    className: "md:text-right",
  };
  return (
    <Table
      caption="Images"
      rows={images}
      rowKey={({ tenantImage }) => tenantImage}
      empty="No images yet. Create the first one with ‘New image’; it becomes the default."
      columns={[
        { head: "Image", cell: ({ tenantImage }) => <span className="font-medium break-all">{tenantImage}</span> },
        { head: "Name", cell: ({ osName }) => osName, className: "[overflow-wrap:anywhere]" },
        {
          head: "Reference",
          cell: ({ reference, digest }) => <Reference reference={reference} digest={digest} />,
          className: "[overflow-wrap:anywhere]",
        },
        { head: "Place", cell: ({ position }) => position, numeric: true },
        { head: "Marks", cell: (image) => <Marks image={image} /> },
        ...(mayWrite ? [edit] : []),
      ]}
    />
  );
}

function Reference({ reference, digest }: Pick<ImageView, "reference" | "digest">) {
  if (reference === "") return "–";
  return (
    <>
      <span className="font-mono text-xs">{reference}</span>
      {digest === "" ? null : <span className="block font-mono text-xs text-muted">{digest.slice(0, 19)}…</span>}
    </>
  );
}

function Marks({ image }: { image: ImageView }) {
  const { isDefault, osExperimental, osDeprecated, hiddenAt } = image;
  const marks = [
    isDefault && "default",
    osExperimental && "experimental",
    osDeprecated && "deprecated",
    hiddenAt && "hidden",
  ];
  if (!marks.some(Boolean)) return "–";
  return (
    <span className="inline-flex flex-wrap gap-1">
      {marks.map((mark) => (mark ? <Badge key={mark}>{mark}</Badge> : null))}
    </span>
  );
}
