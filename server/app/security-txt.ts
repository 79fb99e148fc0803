import type { FastifyInstance } from "fastify";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config/index.ts";

/** RFC 9116 recommends less than a year, so that an abandoned file expires soon. */
const validForMs = 180 * 24 * 60 * 60 * 1000;

/** Serves /.well-known/security.txt (RFC 9116): where to report a vulnerability. */
export function registerSecurityTxt(server: FastifyInstance, config: Config, clock: Clock): void {
  server.get("/.well-known/security.txt", async (_request, reply) => {
    const expires = new Date(clock.now().getTime() + validForMs);
    const lines = [
      `Contact: ${config.securityContact}`,
      `Expires: ${expires.toISOString().replace(/\.\d+Z$/, "Z")}`,
      "Preferred-Languages: en",
      ...(config.publicUrl?.startsWith("https:")
        ? [`Canonical: ${config.publicUrl}/.well-known/security.txt`]
        : []),
    ];
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=86400")
      .send(`${lines.join("\n")}\n`);
  });
}
