/**
 * Payloads of calls from LiteLLM's generic API logger (its StandardLoggingPayload), with the texts that it contains
 * unless they are turned off. Names and texts are made up; members, their types and their nesting are those of the
 * gateway.
 */

const keyMetadata = {
  user_api_key_hash: "9e107d9d372bb6826bd81d3542a419d6",
  user_api_key_alias: "ann-laptop",
  user_api_key_spend: 1.25,
  user_api_key_max_budget: null,
  user_api_key_team_id: "team-1",
  user_api_key_org_id: null,
  user_api_key_team_alias: "compilers",
  user_api_key_user_id: "user-1",
  user_api_key_user_email: "ann@test.example",
  user_api_key_end_user_id: null,
  user_api_key_request_route: "/chat/completions",
  requester_ip_address: "192.0.2.10",
  user_agent: "OpenAI/Python 2.17.0",
  applied_guardrails: [],
  spend_logs_metadata: null,
  requester_metadata: {},
  requester_custom_headers: {},
  prompt_management_metadata: null,
  mcp_tool_call_metadata: null,
  vector_store_request_metadata: null,
  cold_storage_object_key: null,
};

export const openAiCall = {
  id: "chatcmpl-BxAmpleOpenAi0001",
  trace_id: "0b1c7f2a-6a7e-4f0f-8c9a-1de2a3b4c5d6",
  call_type: "acompletion",
  stream: true,
  status: "success",
  status_fields: { llm_api_status: "success", guardrail_status: "not_run" },
  custom_llm_provider: "openai",
  cache_hit: null,
  cache_key: "Cache OFF",
  saved_cache_cost: 0,
  startTime: 1_774_958_400.215,
  endTime: 1_774_958_402.871,
  completionStartTime: 1_774_958_400.902,
  response_time: 0.687,
  model: "gpt-4o-2024-08-06",
  model_group: "gpt-4o",
  model_id: "e3b0c44298fc1c149afbf4c8996fb924",
  model_map_information: {
    model_map_key: "gpt-4o",
    model_map_value: { max_tokens: 16_384, input_cost_per_token: 2.5e-6 },
  },
  api_base: "https://api.openai.com/v1/",
  response_cost: 0.0056,
  cost_breakdown: { input_cost: 0.0026, output_cost: 0.003, total_cost: 0.0056 },
  total_tokens: 2_306,
  prompt_tokens: 2_006,
  completion_tokens: 300,
  request_tags: ["User-Agent: OpenAI"],
  end_user: "",
  requester_ip_address: "192.0.2.10",
  messages: [{ role: "user", content: "SECRET prompt" }],
  response: {
    id: "chatcmpl-BxAmpleOpenAi0001",
    object: "chat.completion",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "SECRET answer" } }],
    usage: { prompt_tokens: 2_006, completion_tokens: 300, total_tokens: 2_306 },
  },
  error_str: null,
  error_information: null,
  model_parameters: { stream: true, max_tokens: 300 },
  hidden_params: { model_id: null, response_cost: 0.0056, additional_headers: {}, litellm_overhead_time_ms: 4.1 },
  metadata: {
    ...keyMetadata,
    usage_object: {
      completion_tokens: 300,
      prompt_tokens: 2_006,
      total_tokens: 2_306,
      completion_tokens_details: { reasoning_tokens: 0 },
      prompt_tokens_details: { audio_tokens: 0, cached_tokens: 1_920 },
    },
  },
};

export const anthropicCall = {
  ...openAiCall,
  id: "msg_01ExampleAnthropic",
  call_type: "anthropic_messages",
  custom_llm_provider: "bedrock",
  model: "anthropic.claude-3-5-sonnet-20240620-v1:0",
  model_group: "bedrock/anthropic.claude-3-5-sonnet-20240620-v1:0",
  startTime: "2026-03-31 12:00:00.215000",
  endTime: "2026-03-31 12:00:04.715000",
  total_tokens: 188_956,
  prompt_tokens: 188_563,
  completion_tokens: 393,
  response: {
    choices: [{ index: 0, message: { role: "assistant", content: "SECRET answer" } }],
    usage: {
      prompt_tokens: 188_563,
      completion_tokens: 393,
      total_tokens: 188_956,
      cache_read_input_tokens: 188_086,
      cache_creation_input_tokens: 456,
      prompt_tokens_details: { cached_tokens: 188_086 },
    },
  },
  metadata: {
    ...keyMetadata,
    user_api_key_user_email: null,
    user_api_key_user_id: "dev-7",
    spend_logs_metadata: { millrace_hold: "7b1f0a52-3c5e-4a55-9d0e-0b7c1f2a9e10" },
    requester_metadata: { kind: "agent" },
  },
};

export const failedCall = {
  ...openAiCall,
  id: "5d41402a-bc4b-4a76-b971-9d911017c592",
  status: "failure",
  total_tokens: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  response: {},
  response_cost: 0,
  error_str: "litellm.RateLimitError: 429",
  error_information: { error_code: "429", error_class: "RateLimitError", llm_provider: "openai" },
  metadata: { ...keyMetadata, usage_object: null },
};

export const textCompletion = {
  ...openAiCall,
  id: "cmpl-ExampleText",
  call_type: "atext_completion",
  model: "starcoder2",
  model_group: null,
  end_user: "end-user-3",
  metadata: {
    ...keyMetadata,
    ...{ user_api_key_user_id: "default_user_id", user_api_key_user_email: null },
    // The master key has neither a name nor a team.
    ...{ user_api_key_alias: null, user_api_key_team_id: null, user_api_key_team_alias: null },
    requester_metadata: { millrace_hold: "not a hold; select 1", kind: "prompt injection" },
    usage_object: { prompt_tokens: 2_006, completion_tokens: 300, total_tokens: 2_306 },
  },
};
