import { transaction, type Tx } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { encrypt } from "~/platform/secret.server";
import { assertVersion, type CatalogueAct, finishChange } from "./catalogue-change.server";
import type { GpuFacts } from "~/compute/gpu-type";
import type { Network } from "~/compute/gpu-sizes";

/** Version of the row that was seen; null: the row is new. */
interface Seen extends CatalogueAct {
  version: number | null;
  hidden: boolean;
}

/** Changes the facts of a GPU type, and whether it is offered (A1, A20). @throws Refusal M02, or for a concurrent change. */
export async function setGpuFacts(given: Seen & GpuFacts & { gpuType: string }): Promise<void> {
  const { gpuType, version, hidden, userId, requestId, now, ...facts } = given;
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "prices.act");
    const [before] = await tx.query<GpuFacts & { version: number; hiddenAt: Date | null }>(
      `select name, memory, cores, single_precision as "singlePrecision", cpu, ram, disk, network, version,
         hidden_at as "hiddenAt" from price where gpu_type = $1 for no key update`,
      [gpuType],
    );
    if (!before) throw new Refusal(`There is no GPU type ${gpuType}.`);
    assertVersion(before, version);
    await tx.query(
      `update price set name = $name, memory = $memory, cores = $cores, single_precision = $singlePrecision, cpu = $cpu,
         ram = $ram, disk = $disk, network = $network, hidden_at = $hiddenAt, version = version + 1
       where gpu_type = $gpuType`,
      { ...facts, gpuType, hiddenAt: since(hidden, before.hiddenAt, now) },
    );
    const change = { action: "gpu-type.set", target: `price:${gpuType}`, before, after: { ...facts, hidden } };
    await finishChange(tx, { act: { userId, requestId, now }, ...change }, { gpuType });
  });
}

interface SetCluster extends Seen {
  name: string;
  position: number;
  networks: Network[];
}

/** Changes or creates a cluster (A20). @throws Refusal M02, or for a concurrent change. */
export async function setCluster({ name, position, networks, version, hidden, ...act }: SetCluster): Promise<void> {
  await transaction(async (tx) => {
    await holdStaffRight(tx, act, "prices.act");
    const [before] = await tx.query<{ version: number; position: number; networks: string[]; hiddenAt: Date | null }>(
      `select version, position, networks, hidden_at as "hiddenAt" from cluster where name = $1 for no key update`,
      [name],
    );
    assertVersion(before, version);
    const hiddenAt = since(hidden, before?.hiddenAt ?? null, act.now);
    const written = await tx.query(
      `insert into cluster (name, position, networks, hidden_at) values ($1, $2, $3, $4)
       on conflict (name) do update set position = excluded.position, networks = excluded.networks,
         hidden_at = excluded.hidden_at, version = cluster.version + 1 where cluster.version = $5
       returning 1`,
      [name, position, networks, hiddenAt, version ?? 0],
    );
    if (written.length === 0) assertVersion({ version: 1 }, null);
    const change = { action: "cluster.set", target: `cluster:${name}`, before, after: { position, networks, hidden } };
    await finishChange(tx, { act, ...change }, { clusterName: name });
  });
}

interface SetImage extends Seen {
  tenantImage: string;
  osName: string;
  position: number;
  experimental: boolean;
  deprecated: boolean;
  isDefault: boolean;
  /** The reference that container nodes pull. If empty, they cannot start this image. */
  reference: string;
  /** Digest of the exact content; empty: the content that the reference names. */
  digest: string;
  /** Empty if its registry needs no credentials. */
  registryUsername: string;
  /** Empty: the stored one stays, unless there is no user name. */
  registryPassword: string;
}

/**
 * Changes or creates an image (A20). A new default replaces the old one. @throws Refusal for a default that would be
 * hidden, deprecated or missing, and for a concurrent change.
 */
export async function setImage(given: SetImage): Promise<void> {
  const { tenantImage, osName, position, experimental, deprecated, isDefault, version, hidden, ...rest } = given;
  const { reference, digest, registryUsername, registryPassword, ...act } = rest;
  if (isDefault && (hidden || deprecated))
    throw Refusal.ofField(
      "is_default",
      "The default image can be neither hidden nor deprecated. Choose another default first.",
    );
  await transaction(async (tx) => {
    await holdStaffRight(tx, act, "prices.act");
    const images = await lockImages(tx);
    const before = images.find((image) => image.tenantImage === tenantImage);
    assertVersion(before, version);
    if (!isDefault && !images.some((image) => image.isDefault && image.tenantImage !== tenantImage))
      throw Refusal.ofField("is_default", "There must be one default image. Make another one the default.");
    if (isDefault) {
      await tx.query(
        `update image set is_default = false, version = version + 1 where is_default and tenant_image <> $1`,
        [tenantImage],
      );
    }
    await tx.query(
      `insert into image (tenant_image, os_name, position, os_experimental, os_deprecated, is_default, hidden_at,
         reference, digest, registry_username, registry_password_encrypted)
       values ($tenantImage, $osName, $position, $experimental, $deprecated, $isDefault, $hiddenAt, $reference, $digest,
         $registryUsername, $encrypted)
       on conflict (tenant_image) do update set os_name = excluded.os_name, position = excluded.position,
         os_experimental = excluded.os_experimental, os_deprecated = excluded.os_deprecated,
         is_default = excluded.is_default, hidden_at = excluded.hidden_at, version = image.version + 1,
         reference = excluded.reference, digest = excluded.digest, registry_username = excluded.registry_username,
         registry_password_encrypted = case when excluded.registry_username = '' then null
           else coalesce(excluded.registry_password_encrypted, image.registry_password_encrypted) end`,
      {
        ...given,
        hiddenAt: since(hidden, before?.hiddenAt ?? null, act.now),
        encrypted: registryPassword === "" ? null : encrypt(registryPassword),
      },
    );
    const marks = { experimental, deprecated, is_default: isDefault, hidden };
    const pulled = { reference, digest, registry_username: registryUsername };
    const after = { os_name: osName, position, ...marks, ...pulled, new_password: registryPassword !== "" };
    await finishChange(tx, { act, action: "image.set", target: `image:${tenantImage}`, before, after }, {});
  });
}

interface StoredImage {
  tenantImage: string;
  version: number;
  isDefault: boolean;
  hiddenAt: Date | null;
}

/** Locks all images, so that the second of two concurrent defaults sees the first. */
async function lockImages(tx: Tx): Promise<StoredImage[]> {
  await tx.query(`lock table image in share row exclusive mode`);
  return await tx.query<StoredImage>(
    `select tenant_image as "tenantImage", version, is_default as "isDefault", hidden_at as "hiddenAt" from image`,
  );
}

/** A row that stays hidden keeps the time at which it was hidden. */
function since(hidden: boolean, before: Date | null, now: Date): Date | null {
  return hidden ? (before ?? now) : null;
}
