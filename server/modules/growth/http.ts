import type { FastifyRequest } from "fastify";
import { BadInput } from "../../platform/errors.ts";
import type { HttpRoutes } from "../../platform/module.ts";
import { locateCaller } from "./ip-location/location.ts";
import { attributionCsv, funnelCsv, funnelKeys, touchKinds } from "./reports/reports.ts";
import { inEnglish } from "../../platform/i18n/messages.ts";

type Query = Readonly<Record<string, string | undefined>>;

function oneOf<Kind extends string>(kinds: readonly Kind[], name: string, query: Query): Kind {
  const found = kinds.find((kind) => kind === query[name]);
  if (!found) throw new BadInput(name, inEnglish(`${name} must be one of: ${kinds.join(", ")}.`));
  return found;
}

/** Routes for the location of the client's IP address, and for reports as files. */
export async function registerGrowthRoutes({ server, ctxOf }: HttpRoutes): Promise<void> {
  server.get("/ip-location", async (request, reply) =>
    reply.header("cache-control", "no-store").send(await locateCaller(await ctxOf(request))),
  );
  const file = (name: string, write: (request: FastifyRequest, query: Query) => Promise<string>) =>
    server.get(`/api/studio/growth/${name}.csv`, async (request, reply) => {
      const text = await write(request, request.query as Query);
      return reply
        .header("cache-control", "private, no-store")
        .header("content-disposition", `attachment; filename="${name}.csv"`)
        .type("text/csv; charset=utf-8")
        .send(text);
    });
  file("funnel", async (request, query) =>
    funnelCsv(await ctxOf(request), {
      days: Number(query["days"]),
      by: oneOf(funnelKeys, "by", query),
      experimentId: query["experimentId"] ?? null,
    }),
  );
  file("attribution", async (request, query) =>
    attributionCsv(await ctxOf(request), {
      days: Number(query["days"]),
      touch: oneOf(touchKinds, "touch", query),
    }),
  );
}
