/**
 * The session of this browser. The server owns the session cookie; the short-lived access token is held in
 * memory only.
 */

type Who = { userId: string; accountId: string; isAnonymous: boolean };

export type SessionState =
  | { status: "loading" }
  /**
   * `userId`: the active profile, which may be another profile of the account. `accountId`: the account that
   * signed in.
   */
  | ({ status: "ready" } & Who)
  | { status: "failed"; error: SessionError };

/**
 * `code`: better-auth's error code (INVALID_EMAIL_OR_PASSWORD …), NETWORK, or RATE_LIMITED with
 * `retryAfterSeconds`.
 */
export class SessionError extends Error {
  override name = "SessionError";
  readonly code: string;
  readonly status: number;
  readonly retryAfterSeconds: number | null;
  constructor(code: string, status: number, retryAfterSeconds: number | null = null) {
    super(`The session call failed: ${code} (${status})`);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Browser APIs that a session needs. `now`: monotonic clock in milliseconds. */
export type SessionDeps = {
  fetch: typeof fetch;
  now: () => number;
  /** Runs one `work` at a time over all tabs. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Broadcasts sign-in and sign-out to the other tabs, and listens for their broadcasts. */
  tabs: { announce: () => void; subscribe: (listener: () => void) => void };
  /** The last session of this browser. Without one the token request is skipped, as the server would reject it. */
  known: { get: () => Who | null; set: (who: Who | null) => void };
};

type AccessToken = { text: string; userId: string; freshUntil: number };

/** Tokens are renewed this long before they expire, so that none expires on its way. */
const MARGIN_MS = 20_000;
const KNOWN_KEY = "eightcount.session-known";

export class Session {
  readonly #deps: SessionDeps;
  readonly #listeners = new Set<() => void>();
  #token: AccessToken | null = null;
  #renewal: Promise<string> | null = null;
  #state: SessionState = { status: "loading" };

  /**
   * `accessToken`: from the boot data, which saves a token request.
   * `isFromCache`: the page was opened offline, so the last known session is used until the server says
   * otherwise.
   */
  constructor(deps: SessionDeps, accessToken: string | null, isFromCache = false) {
    this.#deps = deps;
    if (accessToken) this.#accept(accessToken);
    const last = isFromCache ? deps.known.get() : null;
    if (last) this.#state = { status: "ready", ...last };
    deps.tabs.subscribe(() => {
      this.#token = null;
      void this.token().catch(() => undefined); // the failure is in `state`
    });
  }

  /** Referentially stable until something changes. */
  get state(): SessionState {
    return this.#state;
  }

  /** Calls `listener` when `state` changes. Returns an unsubscribe function. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The access token; null if there is none or it is about to expire. */
  current(): string | null {
    return this.#token && this.#deps.now() < this.#token.freshUntil ? this.#token.text : null;
  }

  /** Drops a token that the server rejected, unless a newer token has replaced it. */
  refuse(text: string): void {
    if (this.#token?.text === text) this.#token = null;
  }

  /**
   * Returns the current access token, or renews it. Concurrent calls share one renewal.
   * Without a session it signs in anonymously, once over all tabs.
   *
   * @throws SessionError
   */
  token(): Promise<string> {
    const current = this.current();
    if (current) return Promise.resolve(current);
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  /** Starts again after `failed`; the result is in `state`. */
  retry(): void {
    this.#set({ status: "loading" });
    void this.token().catch(() => undefined); // the failure is in `state`
  }

  /**
   * Signs in. `path`: below /api/auth.
   * Returns a challenge if a second factor is required. `/sign-in/code` takes the challenge with a code;
   * until then the session doesn't change.
   *
   * @throws SessionError with INVALID_EMAIL_OR_PASSWORD, KEY_SPENT, WRONG_CODE and others
   */
  async signIn(path: string, credentials: object): Promise<{ challenge: string } | null> {
    const { challenge } = await this.ask(path, credentials);
    if (typeof challenge === "string") return { challenge };
    await this.#changed();
    return null;
  }

  /**
   * GET request to the auth API. `path`: below /api/auth.
   * @throws SessionError
   */
  async read(path: string): Promise<Record<string, unknown>> {
    const response = await this.#fetch(`/api/auth${path}`, { method: "GET" });
    const body = await readJson(response);
    if (!response.ok) throw failure(response, body);
    return body;
  }

  /**
   * POST request about an account that doesn't change the session. `path`: below /api/auth.
   * @throws SessionError
   */
  async ask(path: string, body: object): Promise<Record<string, unknown>> {
    return readJson(await this.#call(`/api/auth${path}`, body));
  }

  /**
   * Registers; the guest's data is transferred to the account.
   * @throws SessionError
   */
  async register(person: { name: string; email: string; password: string }): Promise<void> {
    await this.#change("/api/auth/sign-up/email", person);
  }

  /**
   * Applies a switch to another profile of the account, in every tab.
   * @throws SessionError
   */
  async dancerChanged(): Promise<void> {
    this.#token = null;
    this.#deps.tabs.announce();
    await this.token();
  }

  /**
   * Ends the session on the server; an anonymous session replaces it.
   * @throws SessionError
   */
  async signOut(): Promise<void> {
    await this.#change("/api/auth/sign-out", {}, () => this.#deps.known.set(null));
  }

  async #change(path: string, body: object, done: () => void = () => undefined): Promise<void> {
    await this.#call(path, body);
    done();
    await this.#changed();
  }

  async #changed(): Promise<void> {
    this.#token = null;
    this.#deps.tabs.announce();
    await this.token();
  }

  async #renew(): Promise<string> {
    try {
      const text =
        (this.#deps.known.get() ? await this.#fetchToken() : null) ??
        (await this.#deps.exclusively(() => this.#fetchTokenOrSignIn()));
      this.#accept(text);
      return text;
    } catch (error) {
      const sessionError = error instanceof SessionError ? error : new SessionError("NETWORK", 0);
      // A signed-in person keeps the current page. Only a start without a session fails as a whole.
      if (this.#state.status !== "ready") this.#set({ status: "failed", error: sessionError });
      throw sessionError;
    }
  }

  /** Asks for a token again first: another tab may have signed in while this one waited for the lock. */
  async #fetchTokenOrSignIn(): Promise<string> {
    if (this.#deps.known.get()) {
      const text = await this.#fetchToken();
      if (text) return text;
    }
    await this.#call("/api/auth/sign-in/anonymous", {});
    const first = await this.#fetchToken();
    if (!first) throw new SessionError("NO_SESSION", 401);
    return first;
  }

  async #fetchToken(): Promise<string | null> {
    const response = await this.#fetch("/api/auth/token", { method: "GET" });
    if (response.status === 401) {
      this.#deps.known.set(null);
      return null;
    }
    const body = await readJson(response);
    if (!response.ok || typeof body.token !== "string") throw failure(response, body);
    return body.token;
  }

  async #call(path: string, body: object): Promise<Response> {
    const response = await this.#fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw failure(response, await readJson(response));
    return response;
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#deps.fetch(path, { ...init, credentials: "same-origin", cache: "no-store" });
    } catch {
      throw new SessionError("NETWORK", 0);
    }
  }

  #accept(text: string): void {
    const { sub, pid, anon, iat, exp } = readClaims(text);
    const userId = pid ?? sub;
    const who = { userId, accountId: sub, isAnonymous: anon };
    this.#deps.known.set(who);
    this.#token = { text, userId, freshUntil: this.#deps.now() + (exp - iat) * 1000 - MARGIN_MS };
    const before = this.#state;
    const isSame =
      before.status === "ready" &&
      before.userId === userId &&
      before.accountId === sub &&
      before.isAnonymous === anon;
    if (!isSame) this.#set({ status: "ready", ...who });
  }

  #set(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** `SessionDeps` of the browser. */
export function browserDeps(): SessionDeps {
  const channel = new BroadcastChannel("eightcount-session");
  return {
    fetch: (input, init) => fetch(input, init),
    now: () => performance.now(),
    exclusively: (work) => navigator.locks.request("eightcount-session", work),
    tabs: {
      announce: () => channel.postMessage("changed"),
      subscribe: (listener) => channel.addEventListener("message", listener),
    },
    known: {
      get: () => JSON.parse(localStorage.getItem(KNOWN_KEY) ?? "null") as Who | null,
      set: (who) =>
        who ? localStorage.setItem(KNOWN_KEY, JSON.stringify(who)) : localStorage.removeItem(KNOWN_KEY),
    },
  };
}

/** Claims of an access token, unverified. The server verifies tokens; the web only reads its own. */
function readClaims(text: string): {
  sub: string;
  pid: string | null;
  anon: boolean;
  iat: number;
  exp: number;
} {
  const payload = text.split(".")[1] ?? "";
  const claims: unknown = JSON.parse(new TextDecoder().decode(decodeBase64Url(payload)));
  if (
    typeof claims === "object" &&
    claims !== null &&
    "sub" in claims &&
    "iat" in claims &&
    "exp" in claims
  ) {
    const { sub, iat, exp } = claims;
    const pid = "pid" in claims && typeof claims.pid === "string" ? claims.pid : null;
    if (typeof sub === "string" && typeof iat === "number" && typeof exp === "number")
      return { sub, pid, anon: "anon" in claims && claims.anon === true, iat, exp };
  }
  throw new SessionError("TOKEN_UNREADABLE", 200);
}

function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => null); // a proxy's page isn't JSON; the status is enough
  return typeof body === "object" && body !== null ? { ...body } : {};
}

function failure(response: Response, body: Record<string, unknown>): SessionError {
  const wait = Number(
    response.headers.get("retry-after") ?? response.headers.get("x-retry-after") ?? Number.NaN,
  );
  const code =
    response.status === 429 ? "RATE_LIMITED" : typeof body.code === "string" ? body.code : "UNEXPECTED";
  return new SessionError(code, response.status, Number.isFinite(wait) ? wait : null);
}
