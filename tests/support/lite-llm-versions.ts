import { anthropicCall, openAiCall } from "./lite-llm-payloads";

/**
 * Payloads of a call from five versions of LiteLLM, made from its documented members (StandardLoggingPayload, spend
 * logs), whose names and types changed, and from the meaning of its prompt count at the time.
 */
interface Payload {
  version: string;
  what: string;
  payload: object;
  /** Neither read nor written, generated, read, written. */
  tokens: [number, number, number, number];
}

const email = { user_api_key_user_email: "ann@test.example" };
const counts = (prompt: number, generated: number) => ({
  prompt_tokens: prompt,
  completion_tokens: generated,
  total_tokens: prompt + generated,
});

/** The first version, before usage_object: no email in metadata, and usage only in the answer. */
const first = {
  id: "chatcmpl-1.52-0001",
  call_type: "acompletion",
  response_cost: 0.001,
  status: "success",
  ...counts(120, 30),
  startTime: 1_774_958_400.2,
  endTime: 1_774_958_401.2,
  completionStartTime: 1_774_958_400.4,
  model: "gpt-4o-mini",
  model_id: "",
  model_group: "gpt-4o-mini",
  api_base: "",
  metadata: { user_api_key_hash: "a", user_api_key_user_id: "ann@test.example", user_api_key_team_id: null },
  cache_hit: null,
  cache_key: null,
  saved_cache_cost: null,
  request_tags: [],
  end_user: null,
  messages: [],
  response: { usage: { ...counts(120, 30), prompt_tokens_details: null } },
  error_str: null,
  model_parameters: {},
  hidden_params: { model_id: null, cache_key: null, api_base: null, response_cost: null, additional_headers: null },
};

/** The prompt count includes the reads but not the writes. */
const readsAlone = {
  ...anthropicCall,
  id: "chatcmpl-1.67-0001",
  ...counts(5_206, 40),
  response: {},
  metadata: {
    ...anthropicCall.metadata,
    ...email,
    usage_object: {
      ...counts(5_206, 40),
      prompt_tokens_details: { audio_tokens: null, cached_tokens: 5_200, text_tokens: null, image_tokens: null },
      cache_creation_input_tokens: 300,
      cache_read_input_tokens: 5_200,
    },
  },
};

/** The prompt count includes both, and the writes are counted by how long they are kept. */
const both = {
  ...readsAlone,
  id: "chatcmpl-1.75-0001",
  ...counts(5_506, 40),
  metadata: {
    ...readsAlone.metadata,
    usage_object: {
      ...counts(5_506, 40),
      prompt_tokens_details: {
        cached_tokens: 5_200,
        cache_creation_tokens: 300,
        cache_creation_token_details: { ephemeral_5m_input_tokens: 300, ephemeral_1h_input_tokens: 0 },
      },
      cache_creation_input_tokens: 300,
      cache_read_input_tokens: 5_200,
    },
  },
};

/** Texts have a separate count. */
const texts = {
  ...both,
  id: "chatcmpl-1.80-0001",
  status_fields: { llm_api_status: "success", guardrail_status: "not_run" },
  metadata: {
    ...both.metadata,
    usage_object: {
      ...counts(5_506, 40),
      prompt_tokens_details: { cached_tokens: 5_200, text_tokens: 6, cache_creation_tokens: 300 },
      cache_creation_input_tokens: 300,
      cache_read_input_tokens: 5_200,
      inference_geo: null,
    },
  },
};

/** A call as a row of the database: `SELECT` or `GET /spend/logs`. */
export const spendRow = {
  request_id: openAiCall.id,
  call_type: "acompletion",
  api_key: "9e107d9d372bb6826bd81d3542a419d6",
  spend: 0.0056,
  ...counts(2_006, 300),
  startTime: "2026-03-31T12:00:00.215Z",
  endTime: "2026-03-31T12:00:02.871Z",
  completionStartTime: "2026-03-31T12:00:00.902Z",
  model: openAiCall.model,
  model_id: openAiCall.model_id,
  model_group: openAiCall.model_group,
  custom_llm_provider: "openai",
  api_base: openAiCall.api_base,
  user: "user-1",
  metadata: JSON.stringify({ ...openAiCall.metadata, status: "success", additional_usage_values: {} }),
  cache_hit: "None",
  cache_key: "Cache OFF",
  request_tags: "[]",
  team_id: "team-1",
  end_user: "",
  requester_ip_address: null,
  messages: "{}",
  response: "{}",
  session_id: "0b1c7f2a",
  status: "success",
  proxy_server_request: "{}",
};

/** Rows from before metadata had usage_object list the cached tokens separately. */
const olderRow = {
  ...spendRow,
  request_id: "chatcmpl-row-0002",
  ...counts(5_206, 40),
  metadata: JSON.stringify({
    user_api_key: "9e10",
    user_api_key_user_id: "ann@test.example",
    additional_usage_values: {
      prompt_tokens_details: { cached_tokens: 5_200 },
      cache_creation_input_tokens: 300,
      cache_read_input_tokens: 5_200,
    },
  }),
};

export const PAYLOADS: Payload[] = [
  { version: "1.52", what: "a call before usage_object", payload: first, tokens: [120, 30, 0, 0] },
  { version: "1.67", what: "a prompt that holds reads alone", payload: readsAlone, tokens: [6, 40, 5_200, 300] },
  { version: "1.75", what: "a prompt that holds reads and writes", payload: both, tokens: [6, 40, 5_200, 300] },
  { version: "1.80", what: "a prompt whose texts are counted", payload: texts, tokens: [6, 40, 5_200, 300] },
  { version: "1.82 spend log", what: "a row", payload: spendRow, tokens: [86, 300, 1_920, 0] },
  {
    version: "1.60 spend log",
    what: "a row with cached tokens by themselves",
    payload: olderRow,
    tokens: [6, 40, 5_200, 300],
  },
];
