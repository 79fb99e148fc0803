import { ServerResponse } from "node:http";
import type { IncomingMessage, RequestListener } from "node:http";
import type { Log } from "../log.ts";

/** What one process takes on at a time. */
export interface AdmissionLimits {
  /** Requests that are always begun at once, however busy it is. */
  readonly always: number;
  /** Requests under way at most, of those whose answer hasn't begun. */
  readonly atOnce: number;
  /** Requests at most that wait to be begun. */
  readonly waiting: number;
  /** How long one of a burst may wait to be begun; milliseconds. */
  readonly maxWaitMs: number;
  /** Files that are received at once. */
  readonly uploads: number;
  /** Bytes of large bodies that are read into memory at once. */
  readonly bodyBytes: number;
}

/** As many may wait at any time without being called a burst. */
const fewWaiting = 64;
/** A burst that lasts longer without a moment of calm is a flood; milliseconds. */
const maxBurstMs = 300;
/** How long somebody may wait in a flood; milliseconds. */
const shortWaitMs = 10;
/** How long a flood is looked at before it is said to be over: when fewer than one in twenty was refused. Milliseconds. */
const floodLookMs = 1000;
/** After a turn as long as this, what has come meanwhile is read before more is begun; milliseconds. */
const fullTurnMs = 3;
/** Of those who wait as many are begun in one turn, so that it stays short. */
const maxConsecutive = 4;
/** How often those who wait are looked at; milliseconds. */
const lookMs = 5;
/** Answers at most that are being sent: streams of news and media wait far more than they work. */
const maxAnswers = 10_000;
/** Bodies up to here come with their request, and are in memory before anybody asks. */
const smallBody = 256 * 1024;
/** What a body that doesn't say its length is taken for. */
const unknownBody = 1024 * 1024;
/** How those who are refused are told to come back: not all at once. Seconds. */
const comeBackAfter = [2, 3, 4, 5] as const;

const message = "Too many people at once. Nothing was changed; try again in a moment.";

/** Answers that are written once, for whoever is refused. */
const refusals = comeBackAfter.map((seconds) => {
  const facts = { code: "UNAVAILABLE", retryAfterSeconds: seconds };
  const prepare = (type: string, body: string) => ({
    body,
    headers: [
      ["content-type", type],
      ["content-length", String(Buffer.byteLength(body))],
      ["cache-control", "no-store"],
      ["x-content-type-options", "nosniff"],
      ["access-control-allow-origin", "*"],
      ["access-control-expose-headers", "retry-after"],
      ["retry-after", String(seconds)],
    ].flat(),
  });
  return {
    // In the shape of /graphql and in that of all other doors.
    data: prepare(
      "application/json; charset=utf-8",
      JSON.stringify({ errors: [{ message, extensions: facts }], error: { message, ...facts } }),
    ),
    page: prepare(
      "text/html; charset=utf-8",
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<meta http-equiv="refresh" content="${seconds}"><title>One moment · Eightcount</title>` +
        `<p>Many people are here just now. This page tries again by itself in ${seconds} seconds.</p></html>`,
    ),
  };
});

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: CountedResponse;
  readonly since: number;
}

/** An answer that says when it begins. */
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
 * Stands before everything else and decides what is begun, by how long it would wait: behind the event loop's other work, or for a connection to
 * the database. What can't be begun waits; of those who wait the newest is begun first, since whoever has waited long is about to leave. Who can't be
 * begun in time is told to come back, at the price of reading the request's head: in a burst that is a second, in a flood next to nothing, because
 * a queue that never empties makes everybody wait and serves nobody more. Health checks always pass.
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
  /** Since when there has been no moment with few waiting; 0: there are few. */
  #busySince = 0;
  #isFlood = false;
  /** When a flood was looked at last, and what has come and been refused since. */
  #floodSeen = 0;
  #arrivedSince = 0;
  #refusedSince = 0;
  #turnBegan = 0;
  #isTurnOpen = false;
  #looking: NodeJS.Timeout | null = null;
  #refused = 0;
  #isTelling = false;

  constructor(limits: AdmissionLimits, pool: { readonly waitingCount: number }, log: Log) {
    this.#limits = limits;
    this.#pool = pool;
    this.#log = log;
  }

  /** @param handler what answers those who are let in @returns what listens to an HTTP server's requests */
  before(handler: RequestListener): (request: IncomingMessage, response: CountedResponse) => void {
    this.#handler = handler;
    return (request, response) => this.#receive(request, response);
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
        this.#refuse(request, response);
        return;
      }
      this.#queue.push({ request, response, since: now });
      this.#looking ??= setInterval(() => this.#openTurn(), lookMs);
    }
  }

  /** Measures the turn of the event loop from the first request that it brings. @returns the time now */
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

  /** Tells a flood from a burst by whether there was a moment of calm, and its end by how few were refused. */
  #judge(): void {
    const now = performance.now();
    if (this.#isFlood) {
      if (now - this.#floodSeen < floodLookMs) return;
      this.#isFlood = this.#refusedSince * 20 > this.#arrivedSince;
      this.#busySince = 0;
    } else if (this.#queue.length < Math.max(fewWaiting, this.#limits.always)) this.#busySince = 0;
    else if (this.#busySince === 0) this.#busySince = now;
    else this.#isFlood = now - this.#busySince >= maxBurstMs;
    if (!this.#isFlood) return;
    this.#floodSeen = now;
    this.#arrivedSince = 0;
    this.#refusedSince = 0;
  }

  /** Begins whatever can be begun of those who wait, the newest first, and refuses who has waited too long. */
  #look(turnMs: number): void {
    const queue = this.#queue;
    if (queue.length > 0) {
      const now = performance.now();
      this.#turnBegan = now;
      // A long turn has left others unread: they come first, or they would wait where nobody counts them.
      const most = turnMs > fullTurnMs ? 1 : maxConsecutive;
      for (let begun = 0; begun < most && queue.length > 0 && this.#canBegin(performance.now()); begun += 1) {
        const { request, response } = queue.pop()!;
        if (!response.destroyed && !request.socket.destroyed) this.#begin(request, response);
      }
      const longest = this.#isFlood ? shortWaitMs : this.#limits.maxWaitMs;
      while (queue.length > 0 && now - queue[0]!.since > longest) {
        const { request, response } = queue.shift()!;
        this.#refuse(request, response);
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

  /** A large body takes as long as its sender's network takes, so that it isn't counted as work, but for itself. */
  #beginLarge(request: IncomingMessage, response: CountedResponse, bytes: number): void {
    // Uploads go to the disk piece by piece; all others are gathered in memory.
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

  /** @param end called once, when the answer begins, or its client has gone before */
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

  #refuse(request: IncomingMessage, response: CountedResponse): void {
    const found = refusals[this.#refused % refusals.length]!;
    const isPage = request.method === "GET" && request.headers.accept?.startsWith("text/html");
    const { headers, body } = isPage ? found.page : found.data;
    response.sendDate = false;
    response.writeHead(503, headers);
    response.end(body);
    this.#refused += 1;
    this.#refusedSince += 1;
    if (this.#isTelling) return;
    this.#isTelling = true;
    // One line a second: a line for each would cost more than the refusal.
    setTimeout(() => {
      this.#log.warn({ refused: this.#refused, working: this.#working }, "Too many at once: refused some");
      this.#refused = 0;
      this.#isTelling = false;
    }, 1000).unref();
  }
}
