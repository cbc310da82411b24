import { expect, test } from "vitest";
import { answer } from "../../../../worker/agent/simulated/image-page";

const about = { title: "vLLM", command: "vllm serve m", image: "", task: "t", gpus: [], variables: [], model: "m" };
const completions = (body: string) =>
  answer(new Request("http://task/v1/chat/completions", { method: "POST", body }), about);

test.each(["null", "7", "[]", "{", "", '{"stream":"true"}', '{"stream":null}'])(
  "a completion asked with %j is answered as a whole",
  async (body) => {
    expect(await (await completions(body)).json()).toMatchObject({ model: "m", choices: [{ finish_reason: "stop" }] });
  },
);

test("a completion that is to be streamed ends as clients expect", async () => {
  expect(await (await completions('{"stream":true}')).text()).toMatch(/^data: .*\n\ndata: \[DONE\]\n\n$/);
});

test("a client's odd host is not a failure", async () => {
  const response = await answer({ url: "http://[bad/v1/models" } as Request, about);
  expect(await response.text()).toContain("stands in for vLLM");
});
