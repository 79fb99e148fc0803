/**
 * The session of this browser. The server owns the session cookie; the short-lived access token is held in
 * memory only.
 */
import { readAccessToken, type AccessToken } from "./access-token.ts";
import { AuthApi } from "./auth-api.ts";
import { SessionError } from "./session-error.ts";

/** Whose session it is, as this browser remembers it. */
export type KnownSession = { userId: string; accountId: string; isAnonymous: boolean };

export type SessionState =
  | { status: "loading" }
  /**
   * `userId`: the active profile, which may be another profile of the account. `accountId`: the account that
   * signed in.
   */
  | ({ status: "ready" } & KnownSession)
  | { status: "failed"; error: SessionError };

/** Browser APIs that a session needs. `now`: monotonic clock in milliseconds. */
export type SessionDeps = {
  fetch: typeof fetch;
  /** The token of a session that the page's HTML has started, once; null without one. */
  takeEarlyToken: () => Promise<string | null>;
  now: () => number;
  /** Runs one `work` at a time over all tabs. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Broadcasts sign-in and sign-out to the other tabs, and listens for their broadcasts. */
  tabs: { announce: () => void; subscribe: (listener: () => void) => void };
  /** The last session of this browser. Without one the token request is skipped, as the server would reject it. */
  known: { get: () => KnownSession | null; set: (who: KnownSession | null) => void };
};

export class Session {
  readonly #deps: SessionDeps;
  readonly #api: AuthApi;
  readonly #listeners = new Set<() => void>();
  #token: AccessToken | null = null;
  #renewal: Promise<string> | null = null;
  #state: SessionState = { status: "loading" };
  /** The state that the page starts with, and in which its HTML was rendered. */
  readonly first: SessionState;

  /**
   * `accessToken`: from the boot data, which saves a token request.
   * `isFromCache`: the page was opened offline, so the last known session is used until the server says
   * otherwise.
   */
  constructor(deps: SessionDeps, accessToken: string | null, isFromCache = false) {
    this.#deps = deps;
    this.#api = new AuthApi(deps.fetch);
    if (accessToken) this.#accept(accessToken);
    const last = isFromCache ? deps.known.get() : null;
    if (last) this.#state = { status: "ready", ...last };
    this.first = this.#state;
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
  read(path: string): Promise<Record<string, unknown>> {
    return this.#api.get(path);
  }

  /**
   * POST request about an account that doesn't change the session. `path`: below /api/auth.
   * @throws SessionError
   */
  ask(path: string, body: object): Promise<Record<string, unknown>> {
    return this.#api.post(path, body);
  }

  /**
   * Registers; the guest's data is transferred to the account.
   * @throws SessionError
   */
  async register(person: { name: string; email: string; password: string }): Promise<void> {
    await this.#change("/sign-up/email", person);
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
    await this.#change("/sign-out", {}, () => this.#deps.known.set(null));
  }

  async #change(path: string, body: object, done: () => void = () => undefined): Promise<void> {
    await this.#api.post(path, body);
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
        (await this.#deps.takeEarlyToken()) ??
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
    const { token } = await this.#api.post("/sign-in/anonymous", {});
    if (typeof token === "string") return token;
    // The server has the release before, during a deployment.
    const first = await this.#fetchToken();
    if (!first) throw new SessionError("NO_SESSION", 401);
    return first;
  }

  /** @returns null without a session */
  async #fetchToken(): Promise<string | null> {
    try {
      const { token } = await this.#api.get("/token");
      if (typeof token === "string") return token;
    } catch (error) {
      if (!(error instanceof SessionError && error.status === 401)) throw error;
      this.#deps.known.set(null);
      return null;
    }
    throw new SessionError("UNEXPECTED", 200);
  }

  #accept(text: string): void {
    this.#token = readAccessToken(text, this.#deps.now());
    const { userId, accountId, isAnonymous } = this.#token;
    const who = { userId, accountId, isAnonymous };
    this.#deps.known.set(who);
    const before = this.#state;
    const isSame =
      before.status === "ready" &&
      before.userId === userId &&
      before.accountId === accountId &&
      before.isAnonymous === isAnonymous;
    if (!isSame) this.#set({ status: "ready", ...who });
  }

  #set(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
