/**
 * Renders one image of the brand in a process of its own: `render.ts` starts it with the kind and the form of the image as arguments, the image on stdin, no
 * environment and little time, so that a hostile image can neither stop the server nor read its secrets. Writes a `Rendering` to stdout.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { Image } from "@napi-rs/canvas";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { brandRules } from "./kinds.ts";
import type { BrandKind } from "./kinds.ts";
import type { Rendering } from "./render.ts";

/** The ground of icons that can't be transparent: the dark theme's. */
const ground = "#100a0e";
/** Longest side of a rendered SVG, more than any file needs. */
const svgSide = 1600;

/** The image as pixels. An SVG is drawn by a renderer that loads nothing; it is never served itself. */
async function pixelsOf(content: Buffer, isSvg: boolean): Promise<Image> {
  if (!isSvg) return loadImage(content);
  const text = content.toString("utf8");
  await initWasm(await readFile(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const { width, height } = new Resvg(text);
  const mode = width >= height ? "width" : "height";
  return loadImage(Buffer.from(new Resvg(text, { fitTo: { mode, value: svgSide } }).render().asPng()));
}

function isEmpty(image: Image): boolean {
  const side = 64;
  const canvas = createCanvas(side, side);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0, side, side);
  return pen.getImageData(0, 0, side, side).data.every((value, at) => at % 4 !== 3 || value === 0);
}

async function render(kind: BrandKind, form: string, content: Buffer): Promise<Rendering> {
  const { files } = brandRules[kind];
  const image = await pixelsOf(content, form === "svg");
  if (isEmpty(image)) return { fault: "unreadable" };
  return {
    files: await Promise.all(
      files.map(async ({ name, fit, scale = 1, ...box }) => {
        const choose = fit === "cover" ? Math.max : Math.min;
        const factor = choose((box.width * scale) / image.width, (box.height * scale) / image.height);
        const shown = { width: Math.round(image.width * factor), height: Math.round(image.height * factor) };
        const size = fit === "shrink" ? shown : box;
        const canvas = createCanvas(Math.max(1, size.width), Math.max(1, size.height));
        const pen = canvas.getContext("2d");
        pen.imageSmoothingQuality = "high";
        if (fit === "tile" || fit === "cover") {
          pen.fillStyle = ground;
          pen.fillRect(0, 0, canvas.width, canvas.height);
        }
        pen.drawImage(
          image,
          Math.round((canvas.width - shown.width) / 2),
          Math.round((canvas.height - shown.height) / 2),
          shown.width,
          shown.height,
        );
        return {
          name,
          width: canvas.width,
          height: canvas.height,
          content: (await canvas.encode("png")).toString("base64"),
        };
      }),
    ),
  };
}

let rendering: Rendering;
try {
  rendering = await render(process.argv[2] as BrandKind, process.argv[3] ?? "", await buffer(process.stdin));
} catch {
  // Renderers throw for whatever they can't read.
  rendering = { fault: "unreadable" };
}
process.stdout.write(JSON.stringify(rendering));
