import { z } from "zod";

/** The header `Idempotency-Key` of a POST that makes something (3.3, A5). */
export const IdempotencyKey = z.string().min(1).max(64).meta({
  description: "The same request with it within 24 h returns the first response again; a different request is refused",
});
