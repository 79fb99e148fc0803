import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { maintenanceJob } from "../modules/identity/jobs.ts";
import { expectStatus, failOn, openBrowser, signedInAccount } from "./browser.ts";
import type { TestBrowser } from "./browser.ts";
import type { TestServer } from "./harness.ts";

/*
 * Random histories of two people and two emails. Each person reads one mailbox, but either may enter either email. The model below
 * tracks who created which account. After each step it compares the server with three rules:
 *
 * - A browser is signed in only to accounts of the person who uses it.
 * - An email is verified by an account of the person who reads its mailbox.
 * - A person gets in by a link to their mailbox, and by the password of their account.
 */

const people = ["ana", "bo"] as const;
type Person = (typeof people)[number];
const acts = [
  "signUp",
  "verify",
  "signInLink",
  "reset",
  "signIn",
  "changeEmail",
  "signOut",
  "delete",
] as const;

/** One step of a person. */
export interface Step {
  readonly who: Person;
  /** One of their two browsers. */
  readonly browser: 0 | 1;
  readonly act: (typeof acts)[number];
  /** The owner of the mailbox of the email in use. */
  readonly emailOf: Person;
  /** Picks one of the person's passwords or accounts. */
  readonly pick: number;
}
/** Arbitrary of random histories. */
export const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    who: fc.constantFrom(...people),
    browser: fc.constantFrom(0, 1),
    act: fc.constantFrom(...acts),
    emailOf: fc.constantFrom(...people),
    pick: fc.nat(3),
  }),
  { minLength: 4, maxLength: 12 },
);

interface Account {
  readonly id: string;
  readonly creator: Person;
  verified: string | null;
  pending: string | null;
  password: string | null;
}
type Seat = { readonly browser: TestBrowser; accountId: string | null };

/** Password checks try two hash settings; a third belongs to an account that moved to the email unverified. */
const maxSettings = 2;

/** Runs one history on emails of its own. @throws an error that names the violated rule */
export async function liveThroughHistory(server: TestServer, steps: readonly Step[]): Promise<void> {
  const history = new History(server);
  for (const step of steps) await history.take(step);
  await history.checkWaysIn();
}

class History {
  readonly #server: TestServer;
  readonly #id = randomUUID();
  readonly #accounts = new Map<string, Account>();
  readonly #seats: Record<Person, readonly [Seat, Seat]>;

  constructor(server: TestServer) {
    this.#server = server;
    const seat = (): Seat => ({ browser: openBrowser(server), accountId: null });
    this.#seats = { ana: [seat(), seat()], bo: [seat(), seat()] };
  }

  async take(step: Step): Promise<void> {
    const seat = this.#seats[step.who][step.browser];
    const email = this.#emailOf(step.emailOf);
    await this.#forgetLimits();
    await {
      signUp: () => this.#signUp(step, seat, email),
      verify: () => this.#verify(step, seat, email),
      signInLink: () => this.#enter(step, seat, email, "sign_in"),
      reset: () => this.#enter(step, seat, email, "reset"),
      signIn: () => this.#signIn(step, seat, email),
      changeEmail: () => this.#changeEmail(seat, email),
      signOut: () => this.#signOut(seat),
      delete: () => this.#delete(seat),
    }[step.act]();
    await this.#check();
  }

  /** Everyone still gets in: by a link to their mailbox, and by each password that they know. */
  async checkWaysIn(): Promise<void> {
    for (const account of this.#accounts.values()) {
      const email = account.verified ?? account.pending;
      if (account.password === null || email === null) continue;
      await this.#forgetLimits();
      const seat: Seat = { browser: openBrowser(this.#server), accountId: null };
      await this.#signInWith(account.creator, seat, email, account.password);
    }
    for (const who of people) {
      await this.#forgetLimits();
      const seat: Seat = { browser: openBrowser(this.#server), accountId: null };
      const email = this.#emailOf(who);
      const step: Step = { who, browser: 0, act: "signInLink", emailOf: who, pick: 0 };
      if (!(await this.#enter(step, seat, email, "sign_in"))) continue;
      const entered = seat.accountId === null ? null : this.#accounts.get(seat.accountId);
      if (entered?.verified !== email) throw new Error(`${who} can't sign in by a link to their own mailbox`);
      await this.#check();
    }
    // The queue is read as a whole: each history removes its own emails.
    await this.#server.pool.query(
      `delete from graphile_worker._private_jobs where payload::text like '%' || $1 || '%' or payload::text not like '%@example.test%'`,
      [this.#id],
    );
  }

  #emailOf = (who: Person) => `${who}-${this.#id}@example.test`;
  #readsMailbox = (who: Person, email: string) => email === this.#emailOf(who);
  #owner = (email: string) => [...this.#accounts.values()].find(({ verified }) => verified === email);
  #unverifiedAt = (email: string) =>
    [...this.#accounts.values()].filter(({ verified, pending }) => verified === null && pending === email);

  /** Resets rate limits, which have tests of their own. */
  async #forgetLimits(): Promise<void> {
    await this.#server.pool.query("delete from platform.rate_limits");
  }

  /** Emails to an address, newest first. The worker doesn't run, so they are still queued. */
  async #emailsTo(email: string): Promise<string[]> {
    const { rows } = await this.#server.pool.query<{ payload: string }>(
      `select payload::text as payload from graphile_worker._private_jobs where payload::text like '%' || $1 || '%' order by id desc`,
      [email],
    );
    return rows.map(({ payload }) => payload);
  }

  async #signUp({ who }: Step, seat: Seat, email: string): Promise<void> {
    const password = newPassword();
    const answer = await seat.browser.post("/api/auth/sign-up/email", {
      email,
      password,
      name: `Demo ${who}`,
    });
    if (seat.accountId !== null) return expectStatus(answer, 409);
    expectStatus(answer, 200);
    const { id } = answer.body.user as { id: string };
    this.#accounts.set(id, { id, creator: who, verified: null, pending: email, password });
    seat.accountId = id;
  }

  /** Opens the newest verification email, which only the mailbox's owner can do. */
  async #verify({ who, pick }: Step, seat: Seat, email: string): Promise<void> {
    if (!this.#readsMailbox(who, email)) return;
    const keys = (await this.#emailsTo(email)).map((one) => keyIn(one, "verify"));
    const key = keys.find((one) => one !== null) ?? null;
    if (key === null) return;
    const here = this.#accounts.get(seat.accountId ?? "");
    const password = here?.pending === email ? null : this.#pickPassword(who, pick);
    const answer = await seat.browser.post("/api/auth/prove-address", { key, password });
    if (answer.status !== 200) {
      const code = String(answer.body.code);
      if (!["KEY_SPENT", "PASSWORD_NEEDED", "WRONG_PASSWORD", "ADDRESS_TAKEN"].includes(code)) failOn(answer);
      return;
    }
    this.#noteVerified((await this.#verifiedAccount(email)) ?? "", email);
  }

  /** Requests a link and, with the mailbox, follows it. An honest person chooses only an account that they created. */
  async #enter(step: Step, seat: Seat, email: string, purpose: "reset" | "sign_in"): Promise<boolean> {
    const { who, pick } = step;
    expectStatus(await seat.browser.post("/api/auth/send-link", { email, purpose }), 200);
    if (!this.#readsMailbox(who, email)) return false;
    const [newest = ""] = await this.#emailsTo(email);
    const key = keyIn(newest, purpose === "reset" ? "reset" : "sign-in");
    const [owner, unverified] = [this.#owner(email), this.#unverifiedAt(email)];
    if (key === null) {
      if (owner || unverified.length > 0) throw new Error("An email with accounts got no link");
      return false;
    }
    const password = purpose === "reset" ? newPassword() : null;
    const path = purpose === "reset" ? "/api/auth/sign-in/new-password" : "/api/auth/sign-in/link";
    const send = (more: object) =>
      seat.browser.post(path, { key, ...(password ? { password } : {}), ...more });
    let answer = await send({});
    let choice: string | null = null;
    if (!owner) {
      if (answer.body.code !== "CHOOSE_ACCOUNT") failOn(answer);
      const mine = unverified.filter(({ creator }) => creator === who);
      choice = mine[pick % (mine.length + 1)]?.id ?? "new";
      answer = await send({ account: choice, name: `Demo ${who}` });
    }
    expectStatus(answer, 200);
    const { id } = answer.body.user as { id: string };
    if (choice === "new")
      this.#accounts.set(id, { id, creator: who, verified: null, pending: email, password: null });
    const account = this.#accounts.get(id);
    if (!account) throw new Error("A link led into an unknown account");
    const isHere = seat.accountId === id;
    if (!owner && choice !== "new" && !isHere) {
      account.password = null;
      this.#endSessions(id);
    }
    if (password) {
      account.password = password;
      this.#endSessions(id);
    }
    this.#noteVerified(id, email);
    this.#noteArrival(seat, id, choice === "new");
    return true;
  }

  async #signIn({ who, pick }: Step, seat: Seat, email: string): Promise<void> {
    const password = this.#pickPassword(who, pick);
    if (password !== null) await this.#signInWith(who, seat, email, password);
  }

  async #signInWith(who: Person, seat: Seat, email: string, password: string): Promise<void> {
    const answer = await seat.browser.post("/api/auth/sign-in/email", { email, password });
    const opened = [...this.#accounts.values()].filter(
      (one) =>
        one.password === password &&
        (one.verified === email || (one.verified === null && one.pending === email)),
    );
    if (answer.status === 401 && (opened.length === 0 || (await this.#countSettings(email)) > maxSettings))
      return;
    expectStatus(answer, 200);
    const { id } = answer.body.user as { id: string };
    if (!opened.some((one) => one.id === id)) throw new Error(`A password of ${who} opened another account`);
    this.#noteArrival(seat, id, false);
  }

  async #changeEmail(seat: Seat, email: string): Promise<void> {
    const account = this.#accounts.get(seat.accountId ?? "");
    if (!account) return;
    expectStatus(await seat.browser.post("/api/auth/new-address", { email }), 200);
    account.pending = account.verified === email ? null : email;
  }

  async #signOut(seat: Seat): Promise<void> {
    if (seat.accountId === null) return;
    expectStatus(await seat.browser.post("/api/auth/sign-out"), 200);
    seat.accountId = null;
  }

  /** Requests the deletion, and lets the 14 days pass. */
  async #delete(seat: Seat): Promise<void> {
    const id = seat.accountId;
    if (id === null) return;
    const { errors } = await seat.browser.graphql("mutation { deleteAccount { id } }");
    if (errors.length > 0) throw new Error(`The deletion answered ${errors[0]!.extensions.code}`);
    // PostgreSQL's time has microseconds, the server's only milliseconds: a deletion due now may not be due yet.
    await this.#server.pool.query(
      `update identity.leavings set due_at = now() - interval '1 second' where person_id = $1`,
      [id],
    );
    const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
    await maintenanceJob.run(this.#server.ctx(), {}, run);
    this.#accounts.delete(id);
    this.#endSessions(id);
  }

  async #verifiedAccount(email: string): Promise<string | null> {
    const { rows } = await this.#server.pool.query<{ id: string }>(
      `select id from identity."user" where email = $1 and "emailVerified"`,
      [email],
    );
    return rows[0]?.id ?? null;
  }

  #pickPassword(who: Person, pick: number): string | null {
    const known = [...this.#accounts.values()].flatMap(({ creator, password }) =>
      creator === who && password !== null ? [password] : [],
    );
    return known[pick % Math.max(1, known.length)] ?? null;
  }

  #noteVerified(id: string, email: string): void {
    const account = this.#accounts.get(id);
    if (!account) throw new Error("An account verified an unknown email");
    if (account.verified !== email) Object.assign(account, { verified: email, pending: null });
  }

  /** A second account with the same email is merged into the first when its browser signs in to that one (ADR 0093). */
  #noteArrival(seat: Seat, id: string, isNew: boolean): void {
    const [before, now] = [this.#accounts.get(seat.accountId ?? ""), this.#accounts.get(id)!];
    seat.accountId = id;
    if (!before || before.id === id || isNew) return;
    if (before.verified !== null || before.pending === null || before.pending !== now.verified) return;
    this.#accounts.delete(before.id);
    this.#endSessions(before.id);
  }

  #endSessions(id: string): void {
    for (const seat of [...this.#seats.ana, ...this.#seats.bo])
      if (seat.accountId === id) seat.accountId = null;
  }

  async #countSettings(email: string): Promise<number> {
    const { rows } = await this.#server.pool.query<{ count: number }>(
      `select count(distinct split_part(a.password, ':', 1))::int as count
       from identity."user" u join identity."account" a on a."userId" = u.id and a."providerId" = 'credential'
       where u."pendingEmail" = $1 or u.email = $1`,
      [email],
    );
    return rows[0]!.count;
  }

  /** Compares sessions and verified emails with the model. */
  async #check(): Promise<void> {
    for (const who of people) {
      for (const seat of this.#seats[who]) {
        const id = await signedInAccount(seat.browser);
        if (id !== seat.accountId)
          throw new Error(`${who} is signed in to ${id} instead of ${seat.accountId}`);
        if (id !== null && this.#accounts.get(id)?.creator !== who)
          throw new Error(`${who} is signed in to another person's account`);
      }
      const owner = this.#owner(this.#emailOf(who));
      if ((await this.#verifiedAccount(this.#emailOf(who))) !== (owner?.id ?? null))
        throw new Error(`${who}'s email is verified by an unexpected account`);
      if (owner && owner.creator !== who) throw new Error(`${who}'s email is verified by another's account`);
    }
  }
}

const keyIn = (text: string, path: string): string | null =>
  new RegExp(`/${path}#([\\w-]{20,})`).exec(text)?.[1] ?? null;
/** A short password without digits: estimating the strength of others takes most of a history's time. */
const newPassword = (): string =>
  Array.from(randomUUID().replaceAll("-", "").slice(0, 14))
    .map((digit) => "bcdfghjklmnpqrtv"[Number.parseInt(digit, 16)])
    .join("");
