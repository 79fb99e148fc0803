import type Chargebee from "chargebee";
import type { Config } from "../../../../platform/config/index.ts";
import { PaymentRefused, ProviderUnavailable } from "../../errors.ts";
import type { FailureCode } from "../../rules/dunning.ts";

export type ChargebeeSettings = NonNullable<Config["chargebee"]>;

/** How long a call may take with its retries, in milliseconds. A checkout's claim is longer. */
const callMs = 10_000;
/** How long a failed request waits for its next attempt, in milliseconds. */
const pausesMs = [250, 1_000] as const;

/** What the SDK rejects with: a plain object of the API's answer, or its own error. */
interface ApiFault {
  readonly type?: string;
  readonly api_error_code?: string;
  readonly http_status_code?: number;
  readonly param?: string;
}

/** A request that Chargebee refused, without its words: they may name the customer. */
export class ChargebeeFault extends Error {
  readonly code: string;
  readonly param: string | null;

  constructor({ api_error_code: code = "unknown", http_status_code: status, param }: ApiFault) {
    super(`Chargebee answered ${String(status)} ${code}${param ? ` for ${param}` : ""}`);
    this.name = "ChargebeeFault";
    this.code = code;
    this.param = param ?? null;
  }
}

export const isFault = (error: unknown, ...codes: readonly string[]): error is ChargebeeFault =>
  error instanceof ChargebeeFault && codes.includes(error.code);

const isTransient = (status: number): boolean => status === 429 || status >= 500;

/**
 * Sends a request, again after a dropped connection or a busy server: reads are harmless, and everything else has an
 * idempotency key. The whole answer arrives within the time limit, which the SDK's own client only checks for its head.
 */
async function send(request: Request): Promise<Response> {
  const signal = AbortSignal.timeout(callMs);
  const mayRepeat = request.method === "GET" || request.headers.has("chargebee-idempotency-key");
  for (let attempt = 0; ; attempt += 1) {
    const pauseMs = mayRepeat ? pausesMs[attempt] : undefined;
    try {
      const response = await fetch(request.clone(), { signal, redirect: "error" });
      const body = await response.arrayBuffer();
      if (pauseMs === undefined || !isTransient(response.status))
        return new Response(body.byteLength ? body : null, response);
    } catch (error) {
      if (pauseMs === undefined || signal.aborted) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Creates a client. The SDK loads when a studio uses it. */
export async function createClient({ site, apiKey, apiUrl }: ChargebeeSettings): Promise<Chargebee> {
  const { default: Client } = await import("chargebee");
  const elsewhere = apiUrl ? new URL(apiUrl) : null;
  return new Client({
    site,
    apiKey,
    timeout: callMs,
    sdkTelemetryEnabled: false,
    httpClient: { makeApiRequest: send },
    ...(elsewhere
      ? {
          site: elsewhere.hostname,
          hostSuffix: "",
          protocol: elsewhere.protocol === "http:" ? "http" : "https",
          port: Number(elsewhere.port),
        }
      : {}),
  });
}

/** Why a payment was refused, in the contract's words. */
function refusalOf({ api_error_code: code, param }: ApiFault): FailureCode {
  if (code === "payment_method_verification_failed" && param?.includes("cvv")) return "CARD_CVC_WRONG";
  if (code === "payment_method_not_present") return "CARD_DECLINED";
  return "PAYMENT_REFUSED";
}

/**
 * Calls Chargebee.
 * @throws PaymentRefused if the bank or the gateway said no; ProviderUnavailable if the result is unknown; ChargebeeFault
 */
export async function asked<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const fault = error as ApiFault;
    const status = fault.http_status_code;
    // The SDK calls a page in place of JSON an error 500.
    if (!status || isTransient(status) || status === 401 || status === 403)
      throw new ProviderUnavailable(status ? new ChargebeeFault(fault) : error);
    if (fault.type === "payment") throw new PaymentRefused(refusalOf(fault));
    throw new ChargebeeFault(fault);
  }
}

/** A part of an answer. The SDK takes any JSON for one. @throws ProviderUnavailable */
export function present<Part>(part: Part | undefined): Part {
  if (!part) throw new ProviderUnavailable();
  return part;
}
