/** HLS by hls.js over Media Source Extensions. The only file that imports the library. */
import Hls, {
  type ErrorData,
  ErrorDetails,
  ErrorTypes,
  Events,
  type HlsConfig,
  type RetryConfig,
} from "hls.js";
import { playlistsOf } from "../../../../contract/av1.ts";
import { startSpeed } from "./start-speed.ts";
import type { StreamEngine, StreamEvents, StreamFaultKind, StreamPart, StreamQuality } from "./engine.ts";

const AHEAD_S = 30;
const AHEAD_LOW_S = 10;
const ESTIMATE_KEY = "eightcount.bandwidth";
/** Statuses that a retry can't fix: the URL has expired, or the account is at its limit. */
const FINAL = new Set([401, 403, 404, 410, 429]);
const RETRY_AT_MS = [1000, 2000, 4000, 8000, 15_000];
/** A decoder that fails more often than this within so many seconds of the class can't decode the stream there. */
const MAX_REPAIRS = 2;
const SAME_PLACE_S = 15;

function readEstimate(): number {
  const stored = Number(localStorage.getItem(ESTIMATE_KEY));
  if (stored > 0) return Math.min(Math.max(stored, 400_000), 20_000_000);
  return startSpeed(performance.getEntriesByType("resource") as PerformanceResourceTiming[]);
}

const retry: RetryConfig = {
  maxNumRetry: 3,
  retryDelayMs: 500,
  maxRetryDelayMs: 4000,
  shouldRetry: (config, count, _timeout, response) =>
    config !== null && config !== undefined && count < config.maxNumRetry && !FINAL.has(response?.code ?? 0),
};
const policy = {
  default: { maxTimeToFirstByteMs: 8000, maxLoadTimeMs: 30_000, timeoutRetry: retry, errorRetry: retry },
};

// Without these controllers the library plays only the video's own playlist, which has no sound.
const pictureOnly = { audioStreamController: undefined, audioTrackController: undefined };

function settings(startS: number, part: StreamPart): Partial<HlsConfig> {
  return {
    ...(part === "picture" ? pictureOnly : {}),
    startPosition: startS,
    startFragPrefetch: true,
    testBandwidth: false,
    abrEwmaDefaultEstimate: readEstimate(),
    maxBufferLength: AHEAD_S,
    // Otherwise the forward buffer may grow to a minute by its size in bytes, also for the hidden view and the standby track.
    maxBufferSize: 0,
    // Long enough that most loops never fetch twice; bounded so that an hour of practice does not grow.
    backBufferLength: 60,
    fragLoadPolicy: policy,
    playlistLoadPolicy: policy,
    manifestLoadPolicy: policy,
  };
}

/** A stream of this page couldn't be played in AV1. */
let hasAv1Failed = false;
let decoding: Promise<boolean> | null = null;

/** Whether this device decodes AV1 in hardware: in software it would cost its battery, and frames. */
function decodesAv1(): Promise<boolean> {
  decoding ??= (async () => {
    const video = { contentType: 'video/mp4; codecs="av01.0.09M.08"', width: 1920, height: 1080 };
    const answer = await navigator.mediaCapabilities.decodingInfo({
      type: "media-source",
      video: { ...video, bitrate: 3_000_000, framerate: 60 },
    });
    return answer.supported && answer.smooth && answer.powerEfficient;
  })().catch(() => false);
  return decoding;
}

function classify(data: ErrorData): { kind: StreamFaultKind; status: number | null } {
  const status = data.response?.code ?? null;
  if (status === 429) return { kind: "busy", status };
  if (status !== null && FINAL.has(status)) return { kind: "refused", status };
  if (data.type === ErrorTypes.NETWORK_ERROR) return { kind: "network", status };
  return { kind: "media", status };
}

/** Creates an engine for `video`; null if the library doesn't support this browser's Media Source Extensions. */
export function createHlsEngine(
  video: HTMLMediaElement,
  events: StreamEvents,
  part: StreamPart,
): StreamEngine | null {
  if (!Hls.isSupported()) return null;
  let hls: Hls | null = null;
  let playlists = playlistsOf("");
  /** Null until it is known whether this device decodes AV1. */
  let playing: string | null = null;
  let startsAt = 0;
  let quality: StreamQuality = "full";
  let ahead = AHEAD_S;
  let failing = false;
  let attempt = 0;
  let repairs = 0;
  let repairedAtS = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Up to here the buffer may contain the low rendition, fetched while the view was hidden. Seconds. */
  let lowUntil = 0;

  const applyQuality = () => {
    if (hls === null) return;
    const low = quality === "low";
    hls.autoLevelCapping = low ? 0 : -1;
    hls.config.maxBufferLength = Math.min(ahead, low ? AHEAD_LOW_S : AHEAD_S);
  };

  /** Replaces the low rendition in the forward buffer from the next segment on, without a stall. Better renditions stay. */
  const raise = () => {
    if (hls === null || quality === "low" || video.currentTime >= lowUntil) return;
    if (hls.nextLevel !== 0 || hls.nextAutoLevel === 0) return;
    lowUntil = 0;
    hls.nextLevel = -1;
  };

  /** Where the stream goes on: an element without metadata has no position yet. Seconds. */
  const placeS = () => (video.readyState > 0 ? video.currentTime : startsAt);

  const resume = () => {
    clearTimeout(timer);
    if (hls === null) return;
    if (hls.levels.length === 0) open(placeS());
    else hls.startLoad(placeS());
  };

  /**
   * Where AV1 is missing, or can't be decoded although the browser said so, the stream goes on in H.264 at the same place.
   * @returns false if this isn't AV1
   */
  const leaveAv1 = (): boolean => {
    if (playing === null || playing === playlists.h264) return false;
    hasAv1Failed = true;
    playing = playlists.h264;
    const startS = placeS();
    events.restarts?.();
    open(startS);
    return true;
  };

  /**
   * Resets the decoder, and goes on at the same place.
   * @returns false if that has failed at this place
   */
  const repairDecoder = (): boolean => {
    if (hls === null) return false;
    const atS = placeS();
    if (Math.abs(atS - repairedAtS) > SAME_PLACE_S) repairs = 0;
    if (repairs >= MAX_REPAIRS) return false;
    repairs += 1;
    repairedAtS = atS;
    // The element has no position until it has loaded again.
    startsAt = atS;
    events.restarts?.();
    hls.recoverMediaError();
    return true;
  };

  const onError = (_event: string, data: ErrorData) => {
    const { kind, status } = classify(data);
    const detail = data.details;
    const isUndecodable = data.fatal && data.type === ErrorTypes.MEDIA_ERROR;
    if ((status === 404 || isUndecodable) && leaveAv1()) return;
    if (kind === "busy" || kind === "refused") {
      hls?.stopLoad();
      failing = true;
      events.fault({ kind, status, detail });
      return;
    }
    if (kind === "network") {
      const stuck =
        data.fatal ||
        data.details === ErrorDetails.FRAG_LOAD_ERROR ||
        data.details === ErrorDetails.FRAG_LOAD_TIMEOUT;
      if (!stuck) return;
      if (!failing) events.fault({ kind, status, detail });
      failing = true;
      if (!data.fatal) return;
      clearTimeout(timer);
      timer = setTimeout(resume, RETRY_AT_MS[Math.min(attempt++, RETRY_AT_MS.length - 1)]);
      return;
    }
    if (!data.fatal || (isUndecodable && repairDecoder())) return;
    events.fault({ kind: "media", status, detail });
  };

  const open = (startS: number) => {
    startsAt = startS;
    lowUntil = 0;
    clearTimeout(timer);
    hls?.destroy();
    hls = new Hls(settings(startS, part));
    hls.on(Events.ERROR, onError);
    hls.on(Events.MANIFEST_PARSED, applyQuality);
    hls.on(Events.FRAG_CHANGED, raise);
    hls.on(Events.FRAG_LOADED, () => {
      attempt = 0;
      if (failing) {
        failing = false;
        events.recovered();
      }
    });
    hls.loadSource(playing ?? playlists.h264);
    hls.attachMedia(video);
  };

  const onOnline = () => {
    if (failing) resume();
  };
  addEventListener("online", onOnline);
  // The library reports this with the next segment, which a full buffer doesn't fetch.
  const onUndecodable = () => {
    if (video.error === null || hls === null || leaveAv1() || repairDecoder()) return;
    events.fault({ kind: "media", status: null, detail: ErrorDetails.BUFFER_APPEND_ERROR });
  };
  video.addEventListener("error", onUndecodable);

  return {
    load(next, startS) {
      const loaded = playlistsOf(next);
      playlists = loaded;
      failing = false;
      attempt = 0;
      repairs = 0;
      const start = (url: string) => {
        playing = url;
        open(startS);
      };
      const { h264, av1 } = loaded;
      if (av1 === null || hasAv1Failed) return start(h264);
      playing = null;
      void decodesAv1().then((does) => {
        // Unless another video was loaded, or the engine was destroyed, in the meantime.
        if (playlists === loaded) start(does && !hasAv1Failed ? av1 : h264);
      });
    },
    setQuality(next) {
      if (next === quality) return;
      quality = next;
      applyQuality();
      const { buffered } = video;
      lowUntil = next === "full" && buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
      raise();
    },
    setBufferAhead(seconds) {
      ahead = seconds;
      applyQuality();
    },
    retry: resume,
    destroy() {
      playlists = playlistsOf("");
      clearTimeout(timer);
      removeEventListener("online", onOnline);
      video.removeEventListener("error", onUndecodable);
      const estimate = hls?.bandwidthEstimate;
      if (estimate !== undefined && Number.isFinite(estimate) && quality === "full") {
        localStorage.setItem(ESTIMATE_KEY, String(Math.round(estimate)));
      }
      hls?.destroy();
      hls = null;
    },
  };
}
