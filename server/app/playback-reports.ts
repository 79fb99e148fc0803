import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { playbackReportPath } from "../../contract/playback-report.ts";
import type { PlaybackReport } from "../../contract/playback-report.ts";
import type { Ctx } from "../ctx.ts";
import { personOfLink } from "../modules/media/index.ts";
import { BadInput, Forbidden } from "../platform/errors.ts";
import { inEnglish } from "../platform/i18n/messages.ts";
import { networkKeys } from "../platform/ip-address.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import { consume, withoutDatabase } from "../platform/rate-limit.ts";

/** A class has four hours at most, at a quarter of its tempo. */
const maxMs = 16 * 3_600_000;
const ms = z.number().int().min(0).max(maxMs);
const count = z.number().int().min(0).max(10_000);
const maxLinkLength = 1_000;
const report = z.strictObject({
  link: z.string().max(maxLinkLength),
  firstFrameMs: ms.nullable(),
  playedMs: ms,
  stalls: count,
  stalledMs: ms,
  better: count,
  worse: count,
  failed: z.boolean(),
}) satisfies z.ZodType<PlaybackReport>;

/**
 * Takes what players report about their playbacks, for metrics alone. Nothing is stored. Only who has a link to play may report, and
 * no one often: alerts rest on these numbers.
 */
export function registerPlaybackReports(server: FastifyInstance, ctx: Ctx, metrics: Metrics | null): void {
  const ofNetwork = withoutDatabase({ name: "playback-reports", points: 60, seconds: 60 });
  const ofPerson = withoutDatabase({ name: "playback-reports-person", points: 20, seconds: 600 });
  server.post(playbackReportPath, { bodyLimit: 2048 }, async (request, reply) => {
    await consume(ctx, ofNetwork, networkKeys(request.ip));
    const { link, ...measurements } = parse(request.body);
    const personId = personOfLink(ctx, link);
    if (!personId) throw new Forbidden(inEnglish("The link of the report is invalid or has expired."));
    await consume(ctx, ofPerson, [personId]);
    metrics?.recordPlayback(measurements);
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
