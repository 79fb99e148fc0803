import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ctx } from "../../../ctx.ts";
import { Unauthenticated } from "../../../platform/errors.ts";
import { StreamSlots } from "../../../platform/stream-slots.ts";
import type { Listeners } from "./listeners.ts";
import type { Narrowing } from "./narrowing.ts";

/** How often an open stream's token is looked at again, so that access ends soon after it was taken away; milliseconds. */
const recheckMs = 20_000;

/** Answers requests for streams: what is at a path, then each change, for as long as the token holds. */
export class Streams {
  readonly #listeners: Listeners;
  readonly #ctxOf: (request: FastifyRequest) => Promise<Ctx>;
  readonly #slots = new StreamSlots();

  constructor(listeners: Listeners, ctxOf: (request: FastifyRequest) => Promise<Ctx>) {
    this.#listeners = listeners;
    this.#ctxOf = ctxOf;
  }

  /** @param narrowing null: all that is there @throws RateLimited, Unavailable */
  async begin(
    request: FastifyRequest,
    reply: FastifyReply,
    at: { ctx: Ctx; keys: readonly string[]; narrowing: Narrowing | null },
  ): Promise<FastifyReply> {
    const release = this.#slots.take(at.ctx);
    const { raw } = reply;
    const send = (event: string, data: string) => raw.write(`event: ${event}\ndata: ${data}\n\n`);
    const listening = this.#listeners.listen(at.keys, at.narrowing, {
      send: (event, data) => send(event, JSON.stringify(data)),
      end: () => raw.end(),
    });
    const stop = () => {
      listening.stop();
      release();
    };
    // Before anything is waited for: who leaves meanwhile is forgotten all the same.
    raw.once("close", stop);
    try {
      const value = await listening.first;
      if (raw.destroyed) return reply.hijack();
      reply.hijack();
      raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
      listening.begin(value);
    } catch (error) {
      // The answer hasn't begun: it is a fault like any other's.
      raw.off("close", stop);
      stop();
      throw error;
    }
    const recheck = setInterval(
      () =>
        void this.#ctxOf(request).catch((error: unknown) => {
          // A database that is away takes nobody's access away.
          if (!(error instanceof Unauthenticated)) return;
          send("auth_revoked", "credential is no longer valid");
          raw.end();
        }),
      recheckMs,
    ).unref();
    raw.once("close", () => clearInterval(recheck));
    return reply;
  }
}
