import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { playbackReportPath } from "../../contract/playback-report.ts";
import type { PlaybackReport } from "../../contract/playback-report.ts";
import type { Ctx } from "../ctx.ts";
import { BadInput } from "../platform/errors.ts";
import { inEnglish } from "../platform/i18n/messages.ts";
import { networkKeys } from "../platform/ip-address.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import { consume, inMemory } from "../platform/rate-limit.ts";

/** A class has four hours at most, at a quarter of its tempo. */
const maxMs = 16 * 3_600_000;
const ms = z.number().int().min(0).max(maxMs);
const count = z.number().int().min(0).max(10_000);
const report = z.strictObject({
  firstFrameMs: ms.nullable(),
  playedMs: ms,
  stalls: count,
  stalledMs: ms,
  better: count,
  worse: count,
  failed: z.boolean(),
}) satisfies z.ZodType<PlaybackReport>;

/** Takes what players report about their playbacks, for metrics alone. Nothing is stored. */
export function registerPlaybackReports(server: FastifyInstance, ctx: Ctx, metrics: Metrics | null): void {
  const limit = inMemory({ name: "playback-reports", points: 60, seconds: 60 });
  server.post(playbackReportPath, { bodyLimit: 1024 }, async (request, reply) => {
    await consume(ctx, limit, networkKeys(request.ip));
    metrics?.recordPlayback(parse(request.body));
    return reply.code(204).send();
  });
}

/** @param body text, as beacons send it */
function parse(body: unknown): PlaybackReport {
  try {
    return report.parse(JSON.parse(String(body)));
  } catch {
    throw new BadInput("body", inEnglish("The report must be JSON with the measurements of a playback."));
  }
}
