import type { FastifyRequest } from "fastify";
import type { HttpDoor } from "../../platform/module.ts";
import { checkWriteKey, collect, trackingCalls } from "./collector.ts";
import { locateCaller } from "./ip-location/location.ts";

/** The most that a tracking call may hold, in bytes; Segment's own limit for a batch. */
const largestBody = 500 * 1024;

/** The collector under /v1, and the location of the caller's address. */
export async function registerGrowthRoutes({ server, ctx, ctxOf }: HttpDoor): Promise<void> {
  server.get("/ip-location", async (request, reply) =>
    reply.header("cache-control", "no-store").send(await locateCaller(await ctxOf(request))),
  );
  await server.register(async (scope) => {
    // sendBeacon sends text/plain, since it can't ask a server of another origin first.
    scope.addContentTypeParser(
      "text/plain",
      { parseAs: "string" },
      scope.getDefaultJsonParser("error", "error"),
    );
    for (const call of [...trackingCalls, "batch"] as const) {
      scope.post(`/v1/${call}`, { bodyLimit: largestBody }, async (request: FastifyRequest) => {
        const body = request.body as { writeKey?: unknown } | null;
        const inBody =
          typeof body?.writeKey === "string"
            ? `Basic ${Buffer.from(`${body.writeKey}:`).toString("base64")}`
            : undefined;
        checkWriteKey(request.headers.authorization ?? inBody, ctx.config.collectorWriteKey);
        await collect(ctx, call, body);
        return { success: true };
      });
    }
  });
}
