import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ctx } from "../../../ctx.ts";
import { Unauthenticated } from "../../../platform/errors.ts";
import { StreamSlots } from "../../../platform/stream-slots.ts";
import type { Listeners } from "./listeners.ts";
import type { Narrowing } from "./narrowing.ts";

/** How often an open stream's token is checked again, so that revoked access ends soon; milliseconds. */
const recheckMs = 20_000;

/** Serves streams: the current value at a path, then each change, while the token is valid. */
export class Streams {
  readonly #listeners: Listeners;
  readonly #ctxOf: (request: FastifyRequest) => Promise<Ctx>;
  readonly #slots = new StreamSlots();

  constructor(listeners: Listeners, ctxOf: (request: FastifyRequest) => Promise<Ctx>) {
    this.#listeners = listeners;
    this.#ctxOf = ctxOf;
  }

  /**
   * @param narrowing null: the whole value
   * @throws RateLimited, Unavailable
   */
  async begin(
    request: FastifyRequest,
    reply: FastifyReply,
    at: { ctx: Ctx; keys: readonly string[]; narrowing: Narrowing | null },
  ): Promise<FastifyReply> {
    const release = await this.#slots.take(at.ctx);
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
    // Registered before the value is awaited, so that a client that disconnects while waiting is cleaned up.
    raw.once("close", stop);
    try {
      const value = await listening.first;
      if (raw.destroyed) {
        // A client that left before this began has sent its "close" already.
        stop();
        return reply.hijack();
      }
      reply.hijack();
      raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
      listening.begin(value);
    } catch (error) {
      // The response hasn't begun: the error is handled like any other.
      raw.off("close", stop);
      stop();
      throw error;
    }
    const recheck = setInterval(
      () =>
        void this.#ctxOf(request).catch((error: unknown) => {
          // An unavailable database must not revoke access.
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
