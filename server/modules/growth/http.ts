import type { HttpDoor } from "../../platform/module.ts";
import { locateCaller } from "./ip-location/location.ts";

/** The location of the caller's address. */
export async function registerGrowthRoutes({ server, ctxOf }: HttpDoor): Promise<void> {
  server.get("/ip-location", async (request, reply) =>
    reply.header("cache-control", "no-store").send(await locateCaller(await ctxOf(request))),
  );
}
