import { beforeAll, beforeEach, expect, test } from "vitest";
import { beginSubmission } from "~/compute/begin-submission.server";
import { scheduleAll } from "~/compute/schedule.server";
import { db } from "~/platform/db.server";
import { aTenant, theCatalogue } from "../../../support/world";
import { emptyCapacity, enqueue, now } from "../../../compute/database/capacity/reserving";
import { anEngine } from "./engine-world";

const DIGEST = `sha256:${"a".repeat(64)}`;

beforeAll(async () => {
  await theCatalogue();
});
beforeEach(emptyCapacity);

/** The image that an engine is asked for, of a task whose catalogue image, and whose own one, are these. */
async function askedImage(listed: { reference: string; digest?: string }, own: { ref?: string; digest?: string } = {}) {
  const { engineId } = await anEngine();
  const { resv_guid } = await enqueue(await aTenant());
  await db.query(
    `update image set reference = $2, digest = $3 where tenant_image = (select tenant_image from task where resv_guid = $1)`,
    [resv_guid, listed.reference, listed.digest ?? ""],
  );
  await db.query(`update task set image_ref = $2, image_digest = $3 where resv_guid = $1`, [
    resv_guid,
    own.ref ?? "",
    own.digest ?? "",
  ]);
  await scheduleAll({ now });
  const ask = await beginSubmission({ engineId, now });
  expect(ask?.name).toBe(`mr-${resv_guid}-1`);
  return ask?.image;
}

test("an engine is asked for the image of the catalogue: its exact content if that is known", async () => {
  expect(await askedImage({ reference: "docker.io/nvidia/cuda:12" })).toBe("docker.io/nvidia/cuda:12");
  expect(await askedImage({ reference: "docker.io/nvidia/cuda:12", digest: DIGEST })).toBe(
    `docker.io/nvidia/cuda@${DIGEST}`,
  );
});

test("a template's own image goes first, without the digest of the catalogue's", async () => {
  const listed = { reference: "docker.io/nvidia/cuda:12", digest: DIGEST };
  expect(await askedImage(listed, { ref: "ghcr.io/acme/train:2" })).toBe("ghcr.io/acme/train:2");
  const other = DIGEST.replaceAll("a", "b");
  expect(await askedImage(listed, { ref: "ghcr.io/acme/train:2", digest: other })).toBe(`ghcr.io/acme/train@${other}`);
});

test("an image without a reference names nothing that an engine could start", async () => {
  expect(await askedImage({ reference: "" })).toBeUndefined();
});
