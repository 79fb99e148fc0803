import type { FastifyInstance, FastifyRequest } from "fastify";
import { BadInput } from "../errors.ts";
import { checkTexts } from "../text.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route checks its body's texts itself, and says so in its own protocol. */
    readonly checksOwnBody?: boolean;
  }
}

/** A name or an address with a port or without, as RFC 9110 lets it be. */
const hostForm = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9.])?)(?::\d{1,5})?$/i;

/** Refuses requests whose host could not be one: addresses are made of it. @throws BadInput */
function checkHost(request: FastifyRequest): void {
  const { host } = request;
  if (host && (!hostForm.test(host) || !URL.canParse(`http://${host}`)))
    throw new BadInput("host", "The Host header names a host, and a port where it isn't the usual one.");
}

/**
 * Guards every route that is added later against texts that none may hold: in the path's parameters, the query, and bodies that
 * came as JSON. Pages answer for their own paths.
 */
export function guardRequests(server: FastifyInstance): void {
  server.addHook("onRequest", async (request) => checkHost(request));
  server.addHook("preValidation", async (request) => {
    if (request.is404) return;
    checkTexts(request.params, "path");
    checkTexts(request.query, "query");
    // Bytes are read, and checked, by the route that asked for them.
    if (!request.routeOptions.config.checksOwnBody && !Buffer.isBuffer(request.body))
      checkTexts(request.body, "");
  });
}
