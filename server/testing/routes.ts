import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance } from "fastify";

/** The routes of a server and the ones that requests reached, each as "GET /calendar/:name". */
export interface ObservedRoutes {
  readonly registered: ReadonlySet<string>;
  readonly reached: ReadonlySet<string>;
}

const channel = "fastify.initialization";

/**
 * Observes the routes of the server that `start` starts in this process, through Fastify's diagnostics channel.
 */
export async function observeRoutes<Server>(
  start: () => Promise<Server>,
): Promise<{ server: Server; routes: ObservedRoutes }> {
  const observed: { registered: Set<string>; reached: Set<string> }[] = [];
  const onCreated = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    const routes = { registered: new Set<string>(), reached: new Set<string>() };
    observed.push(routes);
    fastify.addHook("onRoute", ({ method, url }) => {
      for (const one of [method].flat())
        // Fastify adds HEAD to each GET route.
        if (one !== "HEAD" || !routes.registered.has(`GET ${url}`)) routes.registered.add(`${one} ${url}`);
    });
    fastify.addHook("onResponse", async (request) => {
      routes.reached.add(`${request.method} ${request.routeOptions.url}`);
    });
  };
  subscribe(channel, onCreated);
  try {
    const server = await start();
    // The payment gateway of tests is a server of its own.
    return { server, routes: observed.find(({ registered }) => registered.has("POST /graphql"))! };
  } finally {
    unsubscribe(channel, onCreated);
  }
}
