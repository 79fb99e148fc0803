import { fromNodeHeaders } from "better-auth/node";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addressHeader } from "./auth.ts";
import type { Auth } from "./auth.ts";

/** The most that a sign-in request may hold, in bytes. */
const largestBody = 64 * 1024;

/** Serves better-auth's routes. Registering while anonymous becomes an upgrade in place. */
export async function registerAuthRoutes(server: FastifyInstance, auth: Auth): Promise<void> {
  await server.register(async (scope) => {
    // better-auth reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: largestBody }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: ["GET", "POST"],
      url: "/api/auth/*",
      handler: async (request, reply) =>
        sendResponse(await auth.handler(await toAuthRequest(request, auth)), reply),
    });
  });
}

async function toAuthRequest(request: FastifyRequest, auth: Auth): Promise<Request> {
  const headers = fromNodeHeaders(request.headers);
  headers.set(addressHeader, request.ip);
  const url = new URL(request.url, `${request.protocol}://${request.host}`);
  if (url.pathname === "/api/auth/sign-up/email") {
    const session = await auth.api.getSession({ headers });
    if ((session?.user as { isAnonymous?: boolean } | undefined)?.isAnonymous)
      url.pathname = "/api/auth/upgrade-anonymous";
  }
  const body =
    request.method === "POST" && Buffer.isBuffer(request.body) && request.body.length > 0
      ? new Uint8Array(request.body)
      : null;
  return new Request(url, { method: request.method, headers, body });
}

async function sendResponse(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== "set-cookie") reply.header(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header("set-cookie", cookies);
  reply.header("cache-control", "no-store");
  return reply.send(response.body ? Buffer.from(await response.arrayBuffer()) : null);
}
