import { ServerResponse } from "node:http";
import type { IncomingMessage, RequestListener } from "node:http";
import { directionOf, locales, requestedLocale } from "../../../contract/locales.ts";
import type { Locale } from "../../../contract/locales.ts";
import { msg, translate } from "../i18n/messages.ts";
import type { Log } from "../log.ts";
import type { Load } from "../metrics/metrics.ts";

/** Concurrency limits of one process. */
export interface AdmissionLimits {
  /** Requests that always start at once, however high the load. */
  readonly always: number;
  /** Maximum number of running requests whose response hasn't started. */
  readonly atOnce: number;
  /** Maximum number of queued requests. */
  readonly waiting: number;
  /** Maximum wait of a queued request in a burst; milliseconds. */
  readonly maxWaitMs: number;
  /** Maximum number of concurrent uploads. */
  readonly uploads: number;
  /** Maximum total size of large bodies that are being read into memory, in bytes. */
  readonly bodyBytes: number;
}

/** Time in which a burst may pass before it is judged; milliseconds. */
const maxBurstMs = 300;
/** Maximum wait of a queued request in a flood; milliseconds. */
const shortWaitMs = 10;
/** Interval after which a flood is judged again; milliseconds. */
const floodLookMs = 1000;
/** It is a flood if more than one request in this many was refused. */
const floodShare = 20;
/** After an event loop turn as long as this, new requests are read before queued ones start; milliseconds. */
const fullTurnMs = 3;
/** Maximum number of queued requests that start in one turn, so that turns stay short. */
const maxConsecutive = 4;
/** How often the queue is checked; milliseconds. */
const lookMs = 5;
/** Maximum number of open responses. Event streams and media wait far more than they work. */
const maxAnswers = 10_000;
/** Bodies up to this size arrive with their request and are in memory already. */
const smallBody = 256 * 1024;
/** Assumed size of a body without Content-Length. */
const unknownBody = 1024 * 1024;
/** Values of Retry-After, spread so that clients don't return together. Seconds. */
const comeBackAfter = [2, 3, 4, 5] as const;

/** Prebuilt responses for refused requests, in a language. */
const refusalsIn = (locale: Locale) =>
  comeBackAfter.map((seconds) => {
    const message = translate(
      msg("We’re busier than usual. Nothing was changed. Try again in a moment."),
      locale,
    );
    const title = translate(msg("One moment"), locale);
    const text = translate(
      msg("We’re busier than usual. This page reloads in {seconds} seconds.", { seconds }),
      locale,
    );
    const details = { code: "UNAVAILABLE", retryAfterSeconds: seconds };
    const prepare = (type: string, body: string) => ({
      body,
      headers: [
        ["content-type", type],
        ["content-length", String(Buffer.byteLength(body))],
        ["cache-control", "no-store"],
        ["x-content-type-options", "nosniff"],
        ["access-control-allow-origin", "*"],
        ["access-control-expose-headers", "retry-after, x-unprocessed"],
        ["retry-after", String(seconds)],
        // A client may repeat it, even if it would change something.
        ["x-unprocessed", "1"],
      ].flat(),
    });
    return {
      // In the format of /graphql and in that of all other routes.
      data: prepare(
        "application/json; charset=utf-8",
        JSON.stringify({ errors: [{ message, extensions: details }], error: { message, ...details } }),
      ),
      page: prepare(
        "text/html; charset=utf-8",
        `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
          `<meta http-equiv="refresh" content="${seconds}"><title>${title}</title>` +
          `<p>${text}</p></html>`,
      ),
    };
  });

const refusals = Object.fromEntries(locales.map((locale) => [locale, refusalsIn(locale)])) as Record<
  Locale,
  ReturnType<typeof refusalsIn>
>;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: CountedResponse;
  readonly since: number;
}

/** A response with a callback for its start. */
export class CountedResponse extends ServerResponse {
  /** Called once, when the head is written. */
  onHead: (() => void) | null = null;

  override writeHead(...args: unknown[]): this {
    const { onHead } = this;
    this.onHead = null;
    super.writeHead(...(args as Parameters<ServerResponse["writeHead"]>));
    onHead?.();
    return this;
  }
}

/**
 * Load shedding in front of all routes. Admits requests by their expected wait, behind the event loop's other work or for a
 * database connection. The rest is queued, oldest first, so that each waits as long as the others. A request that can't start
 * in time is refused with Retry-After, at the cost of reading its head. The maximum wait is a second. In a flood, when more come
 * than can be served at all, it is near zero: a full queue would delay everyone and serve no one more. Health checks always pass.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #pool: { readonly waitingCount: number };
  readonly #log: Log;
  readonly #queue: Waiting[] = [];
  #handler: RequestListener = () => {};
  #working = 0;
  #answering = 0;
  #uploads = 0;
  #bodyBytes = 0;
  #isFlood = false;
  /** When the load was last judged, and the numbers of requests and late requests since. */
  #judgedAt = 0;
  #arrivedSince = 0;
  #lateSince = 0;
  #turnBegan = 0;
  #isTurnOpen = false;
  #looking: NodeJS.Timeout | null = null;
  #refused = 0;
  #refusedInAll = 0;
  #isLogPending = false;

  constructor(limits: AdmissionLimits, pool: { readonly waitingCount: number }, log: Log) {
    this.#limits = limits;
    this.#pool = pool;
    this.#log = log;
  }

  /** @param handler serves the admitted requests @returns the listener for an HTTP server's requests */
  before(handler: RequestListener): (request: IncomingMessage, response: CountedResponse) => void {
    this.#handler = handler;
    return (request, response) => this.#receive(request, response);
  }

  /** The load of this moment. */
  get load(): Load {
    return {
      working: this.#working,
      waiting: this.#queue.length,
      uploads: this.#uploads,
      refused: this.#refusedInAll,
    };
  }

  #receive(request: IncomingMessage, response: CountedResponse): void {
    if (request.url === "/healthz" || request.url === "/readyz") {
      this.#handler(request, response);
      return;
    }
    const now = this.#openTurn();
    this.#arrivedSince += 1;
    if (this.#answering >= maxAnswers) this.#refuse(request, response);
    else if (this.#queue.length === 0 && this.#canBegin(now)) this.#begin(request, response);
    else {
      const { always, waiting } = this.#limits;
      if (this.#queue.length >= (this.#isFlood ? always : waiting)) {
        this.#refuseLate(request, response);
        return;
      }
      // A new burst is judged by its own requests.
      if (this.#queue.length === 0 && !this.#isFlood) this.#judgeFrom(now);
      this.#queue.push({ request, response, since: now });
      this.#looking ??= setInterval(() => this.#openTurn(), lookMs);
    }
  }

  /** Starts timing the event loop's turn at its first request. @returns the current time */
  #openTurn(): number {
    const now = performance.now();
    if (!this.#isTurnOpen) {
      this.#isTurnOpen = true;
      this.#turnBegan = now;
      setImmediate(() => {
        this.#isTurnOpen = false;
        this.#look(performance.now() - this.#turnBegan);
      });
    }
    return now;
  }

  #canBegin(now: number): boolean {
    if (this.#working < this.#limits.always) return true;
    return (
      this.#working < this.#limits.atOnce &&
      this.#pool.waitingCount === 0 &&
      now - this.#turnBegan < fullTurnMs
    );
  }

  /** It is a flood while too many requests are refused, as they come too late or the queue is full. */
  #judge(): void {
    const now = performance.now();
    if (now - this.#judgedAt < (this.#isFlood ? floodLookMs : maxBurstMs)) return;
    this.#isFlood = this.#lateSince * floodShare > this.#arrivedSince;
    this.#judgeFrom(now);
  }

  #judgeFrom(now: number): void {
    this.#judgedAt = now;
    this.#arrivedSince = 0;
    this.#lateSince = 0;
  }

  /** Refuses requests that waited too long, and starts others, the oldest first. */
  #look(turnMs: number): void {
    const queue = this.#queue;
    if (queue.length > 0) {
      const now = performance.now();
      this.#turnBegan = now;
      const maxWaitMs = this.#isFlood ? shortWaitMs : this.#limits.maxWaitMs;
      while (queue.length > 0 && now - queue[0]!.since > maxWaitMs) {
        const { request, response } = queue.shift()!;
        this.#refuseLate(request, response);
      }
      // A long turn has left requests unread in the sockets. They are read first, or their wait would go uncounted.
      const most = turnMs > fullTurnMs ? 1 : maxConsecutive;
      for (let begun = 0; begun < most && queue.length > 0 && this.#canBegin(performance.now()); begun += 1) {
        const { request, response } = queue.shift()!;
        if (!response.destroyed && !request.socket.destroyed) this.#begin(request, response);
      }
    }
    this.#judge();
    if (queue.length === 0 && this.#looking) {
      clearInterval(this.#looking);
      this.#looking = null;
    }
  }

  #begin(request: IncomingMessage, response: CountedResponse): void {
    const length = request.headers["content-length"];
    const bytes =
      length === undefined ? (request.headers["transfer-encoding"] ? unknownBody : 0) : Number(length);
    if (bytes > smallBody) {
      this.#beginLarge(request, response, bytes);
      return;
    }
    this.#working += 1;
    this.#count(response, () => {
      this.#working -= 1;
      if (this.#queue.length > 0) this.#openTurn();
    });
    this.#handler(request, response);
  }

  /** A large body takes as long as its sender's network. It has its own limit and doesn't count as work. */
  #beginLarge(request: IncomingMessage, response: CountedResponse, bytes: number): void {
    // Uploads are written to disk in chunks; all other bodies are buffered in memory.
    const isUpload = request.headers["content-type"] === "application/offset+octet-stream";
    if (isUpload ? this.#uploads >= this.#limits.uploads : this.#bodyBytes + bytes > this.#limits.bodyBytes) {
      this.#refuse(request, response);
      return;
    }
    if (isUpload) this.#uploads += 1;
    else this.#bodyBytes += bytes;
    this.#count(response, () => {
      if (isUpload) this.#uploads -= 1;
      else this.#bodyBytes -= bytes;
    });
    this.#handler(request, response);
  }

  /** @param end called once, when the response starts or its client disconnects before that */
  #count(response: CountedResponse, end: () => void): void {
    let isAnswering = false;
    response.onHead = () => {
      isAnswering = true;
      this.#answering += 1;
      end();
    };
    response.once("close", () => {
      if (isAnswering) this.#answering -= 1;
      else end();
      response.onHead = null;
    });
  }

  /** Refuses a request that can't start in time. */
  #refuseLate(request: IncomingMessage, response: CountedResponse): void {
    this.#lateSince += 1;
    this.#refuse(request, response);
  }

  #refuse(request: IncomingMessage, response: CountedResponse): void {
    const found = refusals[requestedLocale(request.headers)][this.#refused % comeBackAfter.length]!;
    const isPage = request.method === "GET" && request.headers.accept?.startsWith("text/html");
    const { headers, body } = isPage ? found.page : found.data;
    response.sendDate = false;
    response.writeHead(503, headers);
    response.end(body);
    this.#refused += 1;
    this.#refusedInAll += 1;
    if (this.#isLogPending) return;
    this.#isLogPending = true;
    // At most one line per second: a line per refusal would cost more than the refusal.
    setTimeout(() => {
      this.#log.warn(
        { refused: this.#refused, working: this.#working },
        "Over capacity: refused some requests",
      );
      this.#refused = 0;
      this.#isLogPending = false;
    }, 1000).unref();
  }
}
