import { z } from "zod";
import type { VatRegister } from "../ports.ts";

const timeoutMs = 5000;
const answer = z.object({ isValid: z.boolean(), userError: z.string().optional() });
/** What VIES says of an id that it knows, or knows not to exist. Everything else is an outage of a country. */
const decided = new Set(["VALID", "INVALID", "INVALID_INPUT"]);

/**
 * The EU's register of VAT ids (VIES), by its REST service.
 * @param baseUrl without a trailing slash
 */
export const createVies = (baseUrl: string): VatRegister => ({
  check: async (vatId) => {
    try {
      const response = await fetch(
        `${baseUrl}/ms/${encodeURIComponent(vatId.slice(0, 2))}/vat/${encodeURIComponent(vatId.slice(2))}`,
        { signal: AbortSignal.timeout(timeoutMs), redirect: "error" },
      );
      if (!response.ok) return "unknown";
      const { isValid, userError = "VALID" } = answer.parse(await response.json());
      if (!decided.has(userError)) return "unknown";
      return isValid ? "valid" : "invalid";
    } catch {
      // An outage, or a page in place of an answer: asked again later.
      return "unknown";
    }
  },
});
