import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { log } from "../log";
import { tarOf } from "../tar";
import type { Engine } from "./engine";

const LIMIT_MS = 120_000;
const NAME = "localhost/millrace-leftover:1";
const TYPES = "application/vnd.oci.image";

const layersSchema = z.array(
  z.object({
    id: z.string(),
    parent: z.string().optional(),
    "diff-digest": z.string().optional(),
    "compressed-diff-digest": z.string().optional(),
    "compressed-size": z.number().optional(),
  }),
);
type Layer = z.infer<typeof layersSchema>[number];
const usersSchema = z.array(
  z.object({ layer: z.string().optional(), "mapped-layers": z.array(z.string()).optional() }),
);

/**
 * Removes layers of interrupted pulls: Podman 4 keeps the complete ones, counts them nowhere and has no command to
 * remove them. It creates an image from them, whose other parts exist, and removes that image with everything unused.
 * It does nothing during a pull, whose layers are unused too. @param storage folder and driver of the engine's storage.
 */
export async function removeLeftoverLayers(engine: Engine, storage: { dir: string; driver: string }): Promise<void> {
  const path = `/v4.0.0/libpod/images/${NAME}`;
  const removeImage = () => engine.call({ method: "DELETE", path, query: { force: true }, limitMs: LIMIT_MS });
  // An earlier one that could not be removed keeps its layers, and the next one would hide it.
  await removeImage().catch(() => {});
  for (const chain of findLeftovers(storage)) {
    try {
      const file = archiveOf(chain);
      await engine.call({ method: "POST", path: "/v4.0.0/libpod/images/load", file, limitMs: LIMIT_MS });
      await removeImage();
    } catch (error) {
      log("agent", `layers that a pull has left could not be removed: ${String(error)}`);
    }
  }
}

/** Layers from the lowest up to one that no image, container or other layer uses. */
export function findLeftovers({ dir, driver }: { dir: string; driver: string }): Layer[][] {
  const read = <Schema extends z.ZodType>(kind: string, file: string, schema: Schema): z.infer<Schema> | [] => {
    const path = join(dir, `${driver}-${kind}`, file);
    return existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, "utf8")) ?? []) : [];
  };
  const layers = new Map(read("layers", "layers.json", layersSchema).map((layer) => [layer.id, layer]));
  const users = [
    ...read("images", "images.json", usersSchema),
    ...["containers.json", "volatile-containers.json"].flatMap((file) => read("containers", file, usersSchema)),
  ];
  const needed = new Set([
    ...users.flatMap((user) => [user.layer ?? "", ...(user["mapped-layers"] ?? [])]),
    ...[...layers.values()].flatMap(({ parent }) => parent ?? []),
  ]);
  const tops = [...layers.values()].filter(({ id }) => !needed.has(id));
  return tops
    .map((top) => chainOf(top, layers))
    .filter((chain) => chain[0]?.parent === undefined && chain.every(isNamed));
}

function chainOf(top: Layer, layers: ReadonlyMap<string, Layer>): Layer[] {
  const below = top.parent === undefined ? undefined : layers.get(top.parent);
  return [...(below ? chainOf(below, layers) : []), top];
}

/** Checks for a layer from a registry, which is identified there by its content. */
function isNamed(layer: Layer): boolean {
  return layer["diff-digest"] !== undefined && layer["compressed-diff-digest"] !== undefined;
}

/** Builds an archive of an image that names these layers without containing them. */
function archiveOf(chain: readonly Layer[]): Buffer {
  const blobs: Record<string, Buffer> = {};
  const keep = (value: object, mediaType: string) => {
    const bytes = Buffer.from(JSON.stringify(value));
    const hex = createHash("sha256").update(bytes).digest("hex");
    blobs[`blobs/sha256/${hex}`] = bytes;
    return { mediaType: `${TYPES}.${mediaType}`, digest: `sha256:${hex}`, size: bytes.length };
  };
  const config = {
    ...{ architecture: "amd64", os: "linux", history: chain.map(() => ({ created_by: "millrace" })) },
    rootfs: { type: "layers", diff_ids: chain.map((layer) => layer["diff-digest"]) },
  };
  const manifest = {
    ...{ schemaVersion: 2, mediaType: `${TYPES}.manifest.v1+json`, config: keep(config, "config.v1+json") },
    layers: chain.map((layer) => ({
      mediaType: `${TYPES}.layer.v1.tar+gzip`,
      digest: layer["compressed-diff-digest"],
      size: layer["compressed-size"] ?? 0,
    })),
  };
  const annotations = { "org.opencontainers.image.ref.name": NAME };
  const index = { schemaVersion: 2, manifests: [{ ...keep(manifest, "manifest.v1+json"), annotations }] };
  return tarOf({
    "oci-layout": Buffer.from(JSON.stringify({ imageLayoutVersion: "1.0.0" })),
    "index.json": Buffer.from(JSON.stringify(index)),
    ...blobs,
  });
}
