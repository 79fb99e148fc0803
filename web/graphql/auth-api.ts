import { errorOfResponse, SessionError } from "./session-error.ts";

/** Requests to the authentication API. Paths are below /api/auth. Each throws a SessionError. */
export class AuthApi {
  readonly #fetch: typeof fetch;

  constructor(fetchFromServer: typeof fetch) {
    this.#fetch = fetchFromServer;
  }

  async get(path: string): Promise<Record<string, unknown>> {
    return readAnswer(await this.#request(path, { method: "GET" }));
  }

  async post(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await this.#request(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return readAnswer(response);
  }

  async #request(path: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#fetch(`/api/auth${path}`, {
        ...init,
        credentials: "same-origin",
        cache: "no-store",
      });
    } catch {
      throw new SessionError("NETWORK", 0);
    }
  }
}

async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  const body = await readJson(response);
  if (!response.ok) throw errorOfResponse(response, body);
  return body;
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => null); // a proxy's page isn't JSON; the status is enough
  return typeof body === "object" && body !== null ? { ...body } : {};
}
