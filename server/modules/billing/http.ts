import type { HttpDoor } from "../../platform/module.ts";
import { TestGateway } from "./gateways/eightcount/gateway.ts";
import { startTestGatewayServer } from "./gateways/eightcount/server.ts";

/** The test gateway's own origin, where it is configured. */
export async function registerBilling({ server, ctx }: HttpDoor): Promise<void> {
  const gateway = ctx.ports.gateways.current;
  if (gateway instanceof TestGateway) {
    const apart = await startTestGatewayServer(ctx, gateway);
    server.addHook("onClose", () => apart.close());
  }
}
