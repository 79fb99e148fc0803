/** PostGraphile 5 over the same tables, with its Amber preset. CONNECTION (a URL) and SIZE in the environment. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { postgraphile } from "postgraphile";
import { makePgService } from "postgraphile/adaptors/pg";
import { grafserv } from "postgraphile/grafserv/node";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";

const preset: GraphileConfig.Preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: process.env["CONNECTION"]!,
      schemas: ["catalog", "practice"],
      poolConfig: { max: Number(process.env["SIZE"]) },
    }),
  ],
  grafserv: { graphqlPath: "/graphql", graphiql: false, watch: false },
  // The plugin hides orders and relations with a partial or composite index. The rows are the same with them.
  disablePlugins: ["PgIndexBehaviorsPlugin"],
};
const serv = postgraphile(preset).createServ(grafserv);
const server = createServer();
server.on("error", (error) => process.stderr.write(`${String(error)}\n`));
await serv.addTo(server);
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql\n`),
);
