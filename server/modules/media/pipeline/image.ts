import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inputOf } from "./hardening.ts";
import { readImage } from "../../../platform/images/image-properties.ts";
import { ChildFailed, runChild } from "./process.ts";
import type { ChildLimits } from "./process.ts";
import { installedTools } from "./tools.ts";

const mebibyte = 1024 * 1024;
const limits: ChildLimits = {
  wallMs: 20_000,
  cpuSeconds: 15,
  memoryBytes: 2048 * mebibyte,
  fileBytes: 8 * mebibyte,
};
/** More than a phone's camera makes. */
const maxPixels = 60_000_000;
/** ffmpeg's demuxer and decoder of each format. */
const decoders = {
  jpeg: { format: "jpeg_pipe", decoder: "mjpeg" },
  png: { format: "png_pipe", decoder: "png" },
  webp: { format: "webp_pipe", decoder: "webp" },
} as const;
/** Pixel format, and ffmpeg's options of the encoder and the container. */
interface Encoding {
  readonly pixels: string;
  readonly options: string;
}
const webp: Encoding = { pixels: "yuva420p", options: "-c:v libwebp -quality 84 -f webp" };
const preview: Encoding = {
  pixels: "yuv420p",
  options: "-c:v libaom-av1 -still-picture 1 -crf 52 -b:v 0 -cpu-used 8 -f avif",
};
/** Filters that make an image upright, by EXIF orientation. */
const turns: readonly string[] = [
  "",
  "",
  "hflip,",
  "hflip,vflip,",
  "vflip,",
  "transpose=0,",
  "transpose=1,",
  "transpose=3,",
  "transpose=2,",
];

/** Why an image is refused: not a readable JPEG, PNG or WebP; animated; or too many pixels. */
export type ImageFault = "unreadable" | "animated" | "too_large";

/** Which place of an image stays in a crop, percent from the left and from the top; as CSS places images. */
export interface ImageFocus {
  readonly x: number;
  readonly y: number;
}

/** What a crop fills, pixels. Cropped at its focus, or else at the center. */
export interface ImageFrame {
  readonly width: number;
  readonly height: number;
  readonly focus?: ImageFocus;
}

/**
 * Renders an uploaded image as an upright WebP that fills a frame. Contains re-encoded pixels only, and no metadata such as
 * location and device.
 * @param content JPEG, PNG or WebP, detected by content and not by name
 */
export async function frameImage(content: Uint8Array, frame: ImageFrame): Promise<Uint8Array | ImageFault> {
  const crops = await frameImages(content, [frame]);
  return typeof crops === "string" ? crops : crops[0]!;
}

/** Like `frameImage`, for several frames at once: the image is decoded once. @returns crops in the order of frames */
export const frameImages = (
  content: Uint8Array,
  frames: readonly ImageFrame[],
): Promise<readonly Uint8Array[] | ImageFault> =>
  renderImages(
    content,
    frames.map(({ width, height, focus: { x, y } = { x: 50, y: 50 } }) => {
      const place = `(iw-ow)*${x}/100:(ih-oh)*${y}/100`;
      return `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height}:${place}`;
    }),
  );

/** Like `frameImage`, uncropped. @param side longest side, pixels; smaller images stay as small as they are */
export const fitImage = (content: Uint8Array, side: number): Promise<Uint8Array | ImageFault> =>
  renderImage(
    content,
    `scale='min(iw,${side})':'min(ih,${side})':force_original_aspect_ratio=decrease:force_divisible_by=2`,
  );

/** Renders an image that stands in for a larger one until that is loaded: AVIF of its size in pixels, but of about 4 KB. */
export const previewImage = (content: Uint8Array): Promise<Uint8Array | ImageFault> =>
  renderImage(content, "null", preview);

async function renderImage(
  content: Uint8Array,
  filter: string,
  encoding?: Encoding,
): Promise<Uint8Array | ImageFault> {
  const rendered = await renderImages(content, [filter], encoding);
  return typeof rendered === "string" ? rendered : rendered[0]!;
}

async function renderImages(
  content: Uint8Array,
  filters: readonly string[],
  encoding: Encoding = webp,
): Promise<readonly Uint8Array[] | ImageFault> {
  const facts = readImage(content);
  if (!facts) return "unreadable";
  if (facts.isAnimated) return "animated";
  if (facts.width * facts.height > maxPixels) return "too_large";
  const kind = decoders[facts.format];
  const folder = await mkdtemp(join(tmpdir(), "eightcount-picture-"));
  try {
    const from = join(folder, "picture");
    await writeFile(from, content, { mode: 0o600 });
    const outputs = filters.map((filter, index) => ({
      filter,
      index,
      to: join(folder, `rendered-${index}`),
    }));
    const graph = [
      `[0:v]${turns[facts.orientation]}split=${outputs.length}${outputs.map(({ index }) => `[in${index}]`).join("")}`,
      ...outputs.map(({ filter, index }) => `[in${index}]${filter},format=${encoding.pixels}[out${index}]`),
    ];
    await runChild({
      program: installedTools().ffmpeg,
      args: [
        // ffmpeg's automatic rotation depends on its version and on the format.
        ...`-v error -nostdin -y -noautorotate -protocol_whitelist file,pipe -format_whitelist ${kind.format}`.split(
          " ",
        ),
        ...`-codec_whitelist ${kind.decoder} -max_pixels ${maxPixels} -f ${kind.format} -i`.split(" "),
        inputOf(from),
        "-filter_complex",
        graph.join(";"),
        ...outputs.flatMap(({ index, to }) => [
          ...`-map [out${index}] -frames:v 1 -map_metadata -1 ${encoding.options}`.split(" "),
          to,
        ]),
      ],
      limits,
      cwd: folder,
      isBrief: true,
    });
    return await Promise.all(outputs.map(({ to }) => readFile(to)));
  } catch (error) {
    if (error instanceof ChildFailed && !["missing", "disk_full", "aborted"].includes(error.fault))
      return "unreadable";
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
