// Makes every call to a sandbox under Bun, whose SDK has a different client and different crypto from Node's.
import Stripe from "stripe";
import { signatureHeader } from "../../../worker/sandbox-stripe/events/signature";
import { startSandbox } from "../../../worker/sandbox-stripe/start";
import { clientOf } from "../../platform/unit/sandbox-stripe/client";
import { makeEveryCall } from "../../platform/unit/sandbox-stripe/every-call";

const sandbox = await startSandbox({ seed: "bun" });
const made = await makeEveryCall({ sandbox, stripe: clientOf(sandbox.port) });
const [event] = sandbox.controls.objects("event");
const payload = JSON.stringify(event);
const header = signatureHeader(payload, "whsec_bun", Date.now());
const read = await Stripe.webhooks.constructEventAsync(payload, header, "whsec_bun");
console.log(`invalid ${JSON.stringify(sandbox.controls.state().invalid)}`);
console.log(`signed ${String(read.id === event?.id)}`);
console.log(`made ${made.join(" ")}`);
await sandbox.stop();
