// GET /v1/os: images that tasks can start from.
import { z } from "zod";
import { listImages } from "~/compute/inside/pricing/list-images.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const flag = z.union([z.literal(0), z.literal(1)]);
const ImageRow = z.object({
  tenant_image: z.string(),
  os_name: z.string(),
  os_experimental: flag,
  os_deprecated: flag,
  is_default: flag,
});

export const { loader, action } = apiRoute("pricing/os", {
  GET: operation({
    purpose: "Images that tasks can start from",
    credentials: ["P", "K", "S"],
    answer: z.object({ os: z.array(ImageRow) }),
    run: async () => ({ os: await listImages() }),
  }),
});
