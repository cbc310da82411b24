// Sends webhooks as the worker does, under Bun: to a receiver with a certificate, and to its own hostile receivers.
import { readFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { postWebhook } from "~/accounts/post-webhook.server";

const [, , port = "", certFile = ""] = process.argv;
const ca = readFileSync(certFile, "utf8");
let asked = 0;
const counted = async () => await Promise.resolve([++asked === 1 ? "127.0.0.1" : "10.0.0.1"]);
const here = async () => await Promise.resolve(["127.0.0.1"]);

const hostile = http.createServer((request, response) => {
  if (request.url === "/silent") return;
  if (request.url === "/redirect") return void response.writeHead(302, { Location: "http://127.0.0.1:1/" }).end();
  response.writeHead(200);
  if (request.url === "/unfinished") return void response.write("taken");
  const flood = () => void (response.destroyed ? null : response.write("x".repeat(65_536), () => setImmediate(flood)));
  flood();
});
await new Promise<void>((resolve) => void hostile.listen(0, "127.0.0.1", resolve));
const own = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;

type More = Partial<Parameters<typeof postWebhook>[0]>;
const post = async (url: string, more: More = {}) =>
  await postWebhook({ url, headers: {}, body: "{}", attempt: 0, loopback: true, timeoutMs: 5_000, ...more });
const said = async (url: string, more?: More) => {
  const { status, error } = await post(url, more);
  return [status, error];
};

const checked = await said(`https://hooks.example.com:${port}/`, { resolve: counted, ca });
const { status, body } = await post(`${own}/endless`);
console.log(
  JSON.stringify({
    checked,
    asked,
    otherName: await said(`https://other.example.com:${port}/`, { resolve: here, ca }),
    unknown: await said(`https://hooks.example.com:${port}/`, { resolve: here }),
    private: await said(`https://hooks.example.com:${port}/`, { resolve: here, loopback: false }),
    endless: [status, body.length],
    redirect: await said(`${own}/redirect`),
    silent: await said(`${own}/silent`, { timeoutMs: 300 }),
    unfinished: await said(`${own}/unfinished`, { timeoutMs: 300 }),
  }),
);
process.exit(0);
