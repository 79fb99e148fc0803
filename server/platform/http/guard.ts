import type { FastifyInstance, FastifyRequest } from "fastify";
import { BadInput } from "../errors.ts";
import { checkTexts } from "../text.ts";
import { inEnglish } from "../i18n/messages.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route validates its body's texts itself and reports errors in its own protocol. */
    readonly checksOwnBody?: boolean;
  }
}

/** A host name or IP address with an optional port, as in RFC 9110. */
const hostForm = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9.])?)(?::\d{1,5})?$/i;

/** Refuses an invalid Host header, since URLs are built from it. @throws BadInput */
function checkHost(request: FastifyRequest): void {
  const { host } = request;
  if (host && (!hostForm.test(host) || !URL.canParse(`http://${host}`)))
    throw new BadInput(
      "host",
      inEnglish("The Host header must be a host, with a port if it isn’t the default."),
    );
}

/** Validates texts of every route registered later: path parameters, query and JSON bodies. Pages validate their own paths. */
export function guardRequests(server: FastifyInstance): void {
  server.addHook("onRequest", async (request) => checkHost(request));
  server.addHook("preValidation", async (request) => {
    if (request.is404) return;
    checkTexts(request.params, "path");
    checkTexts(request.query, "query");
    // The route that reads raw bytes validates them.
    if (!request.routeOptions.config.checksOwnBody && !Buffer.isBuffer(request.body))
      checkTexts(request.body, "");
  });
}
