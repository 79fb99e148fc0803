/** Decoded samples of a section of the class's sound, from the stream that plays. */

/** Enough for onset detection, and cheap to compute. Samples per second. */
export const SOUND_RATE = 16_000;

interface Segment {
  readonly url: string;
  readonly startS: number;
  readonly endS: number;
}

/** The media playlist with sound: the audio group's, else the first rendition's. Null if `master` is a media playlist itself. */
export function soundPlaylist(master: string, base: string): string | null {
  const group = /#EXT-X-MEDIA:[^\n]*TYPE=AUDIO[^\n]*URI="([^"]+)"/.exec(master)?.[1];
  const rendition = /#EXT-X-STREAM-INF[^\n]*\n([^#\n]+)/.exec(master)?.[1];
  const found = group ?? rendition;
  return found ? new URL(found.trim(), base).href : null;
}

/** Initialization section and segments of a media playlist. */
export function readSegments(
  playlist: string,
  base: string,
): { readonly init: string | null; readonly segments: readonly Segment[] } {
  const init = /#EXT-X-MAP:[^\n]*URI="([^"]+)"/.exec(playlist)?.[1];
  const segments: Segment[] = [];
  let length = 0;
  let at = 0;
  for (const line of playlist.split("\n")) {
    const found = /^#EXTINF:([\d.]+)/.exec(line);
    if (found) length = Number(found[1]);
    else if (line.trim() !== "" && !line.startsWith("#")) {
      segments.push({ url: new URL(line.trim(), base).href, startS: at, endS: at + length });
      at += length;
    }
  }
  return { init: init ? new URL(init, base).href : null, segments };
}

async function fetched(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`Fetching the class's sound failed with HTTP ${answer.status}`);
  return answer;
}

/** Decodes a sound file to mono samples at {@link SOUND_RATE}. Rejects with EncodingError if it contains no sound. */
export async function decodeMono(bytes: ArrayBuffer): Promise<Float32Array> {
  const sound = await new OfflineAudioContext(1, 1, SOUND_RATE).decodeAudioData(bytes);
  const mono = new Float32Array(sound.length);
  for (let channel = 0; channel < sound.numberOfChannels; channel++) {
    const samples = sound.getChannelData(channel);
    for (let i = 0; i < mono.length; i++) mono[i]! += samples[i]! / sound.numberOfChannels;
  }
  return mono;
}

/** Mono samples of `[startMs, endMs)` of the class at `hlsUrl`, at {@link SOUND_RATE}. */
export async function readClassSound(hlsUrl: string, startMs: number, endMs: number): Promise<Float32Array> {
  const master = await (await fetched(hlsUrl)).text();
  const address = soundPlaylist(master, hlsUrl) ?? hlsUrl;
  const { init, segments } = readSegments(await (await fetched(address)).text(), address);
  // Starts one segment earlier: decoders drop the first frame of their input, which would cost the beginning.
  const first = segments.findIndex(({ endS }) => endS * 1000 > startMs);
  const wanted = segments.filter(({ startS }, index) => index >= first - 1 && startS * 1000 < endMs);
  const parts = await Promise.all(
    [...(init ? [init] : []), ...wanted.map(({ url }) => url)].map(async (url) =>
      (await fetched(url)).arrayBuffer(),
    ),
  );
  const sound = await decodeMono(await new Blob(parts).arrayBuffer());
  // Positions are measured from the end for the same reason.
  const at = (ms: number) => Math.round(sound.length - ((wanted.at(-1)?.endS ?? 0) - ms / 1000) * SOUND_RATE);
  return sound.slice(Math.max(0, at(startMs)), Math.max(0, at(endMs)));
}
