import { segmentSeconds } from "../ladder.ts";
import type { FrameRate, Rung } from "../ladder.ts";

/** One stream descriptor of shaka-packager. */
export function packageStream(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
}

/**
 * By default shaka-packager clears a 32 MiB cache for each file written, which costs five times the packaging itself.
 */
export const packagerFlags = ["--quiet", "--io_cache_size", "262144", "--io_block_size", "65536"] as const;

/**
 * shaka-packager arguments: CMAF segments, playlists, I-frame playlists and `master.m3u8` in the current folder.
 * Inputs: `<rendition>.mp4` in `from`, and `sound`, as relative paths. ffmpeg's own segmenter is not used: its B-frames
 * start late in Chromium.
 */
export function packageArgs(rungs: readonly Rung[], rate: FrameRate, from: string, sound: string): string[] {
  return [
    ...packagerFlags,
    ...rungs.map((rung) =>
      packageStream({
        in: `${from}/${rung.name}.mp4`,
        stream: "video",
        init_segment: `${rung.name}/init.mp4`,
        segment_template: `${rung.name}/$Number%05d$.m4s`,
        playlist_name: `${rung.name}/index.m3u8`,
        iframe_playlist_name: `${rung.name}/iframe.m3u8`,
      }),
    ),
    packageStream({
      in: sound,
      stream: "audio",
      init_segment: "sound/init.mp4",
      segment_template: "sound/$Number%05d$.m4s",
      playlist_name: "sound/index.m3u8",
      hls_group_id: "sound",
      hls_name: "Sound",
    }),
    "--segment_duration",
    segmentSeconds(rate).toFixed(6),
    "--hls_playlist_type",
    "VOD",
    "--hls_master_playlist_output",
    "master.m3u8",
  ];
}
