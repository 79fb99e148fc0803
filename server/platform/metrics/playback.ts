import { Counter, Histogram } from "prom-client";
import type { Registry } from "prom-client";
import type { PlaybackMeasurements } from "../../../contract/playback-report.ts";

/** From a cached start to one that no one waits for; seconds. */
const startBuckets = [0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 10, 20];

/** Registers the metrics of playbacks. @returns how to record the report of one */
export function createPlaybackMetrics(
  registry: Registry,
  prefix: string,
): (report: PlaybackMeasurements) => void {
  const registers = [registry];
  const firstFrame = new Histogram({
    name: `${prefix}playback_first_frame_seconds`,
    help: "Time from opening the player to the first image, as players report it.",
    buckets: startBuckets,
    registers,
  });
  const counter = (name: string, help: string) => new Counter({ name: `${prefix}${name}`, help, registers });
  const played = counter("playback_played_seconds_total", "Time in which the image moved.");
  const stalled = counter("playback_stalled_seconds_total", "Time in which an empty buffer stopped it.");
  const stalls = counter("playback_stalls_total", "How often an empty buffer stopped the image.");
  const switches = new Counter({
    name: `${prefix}playback_switches_total`,
    help: "Changes of the rendition during a playback.",
    labelNames: ["to"],
    registers,
  });
  const playbacks = new Counter({
    name: `${prefix}playbacks_total`,
    help: "Reported playbacks. Abandoned: closed before the first image.",
    labelNames: ["outcome"],
    registers,
  });
  return (report) => {
    if (report.firstFrameMs !== null) firstFrame.observe(report.firstFrameMs / 1000);
    played.inc(report.playedMs / 1000);
    stalled.inc(report.stalledMs / 1000);
    stalls.inc(report.stalls);
    switches.inc({ to: "better" }, report.better);
    switches.inc({ to: "worse" }, report.worse);
    const isAbandoned = report.firstFrameMs === null;
    playbacks.inc({ outcome: report.failed ? "failed" : isAbandoned ? "abandoned" : "played" });
  };
}
