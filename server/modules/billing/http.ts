import { Readable } from "node:stream";
import { NotFound } from "../../platform/errors.ts";
import type { HttpDoor } from "../../platform/module.ts";
import { csvKinds, moneyCsv } from "./csv.ts";
import { TestGateway } from "./gateways/eightcount/gateway.ts";
import { startTestGatewayServer } from "./gateways/eightcount/server.ts";

/** The studio's money as CSV, and the test gateway's own origin, where it is configured. */
export async function registerBilling({ server, ctx, ctxOf }: HttpDoor): Promise<void> {
  server.get<{ Params: { file: string } }>("/api/studio/money/:file", async (request, reply) => {
    const kind = csvKinds.find((one) => `${one}.csv` === request.params.file);
    if (!kind) throw new NotFound("file");
    const lines = moneyCsv(await ctxOf(request), kind);
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="${kind}.csv"`)
      .header("cache-control", "private, no-store")
      .send(Readable.from(lines));
  });
  const gateway = ctx.ports.gateways.current;
  if (gateway instanceof TestGateway) {
    const apart = await startTestGatewayServer(ctx, gateway);
    server.addHook("onClose", () => apart.close());
  }
}
