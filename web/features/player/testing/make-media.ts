/** Makes test videos whose every frame encodes its own number, with a steady tone and a beep on every beat. Needs ffmpeg on the path. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { BARCODE, SAMPLE } from "./sample.ts";

const { width, height, fps, seconds, bpm } = SAMPLE;

/** Draws a gray frame with its number as a barcode, a mark at its left edge and a dot that moves with the beat. */
function drawFrame(frame: Uint8Array, n: number, back: boolean): void {
  const luma = frame.subarray(0, width * height);
  luma.fill(back ? 70 : 40);
  frame.fill(128, width * height);
  const rectangle = (x: number, y: number, w: number, h: number, value: number) => {
    for (let row = y; row < y + h; row++) luma.fill(value, row * width + x, row * width + x + w);
  };
  rectangle(0, 60, 40, 120, 235);
  const beat = (n / fps) * (bpm / 60);
  rectangle(
    120 + Math.round((beat % 8) * 50),
    80 + Math.round(60 * Math.abs(Math.sin(Math.PI * beat))),
    40,
    40,
    200,
  );
  for (let bit = 0; bit <= BARCODE.bits; bit++) {
    const on = bit === BARCODE.bits ? back : ((n >> bit) & 1) === 1;
    rectangle(BARCODE.x + bit * BARCODE.step, BARCODE.y - 20, BARCODE.step, 40, on ? 235 : 16);
  }
}

/**
 * Writes the front or the back view to `folder`.
 * @returns the file's path
 */
export async function makeSampleVideo(folder: string, angle: "front" | "back"): Promise<string> {
  const path = join(folder, `${angle}.mp4`);
  // The steady tone reveals gaps; the beeps on the beat reveal the position of the sound.
  const sound = `aevalsrc='0.2*sin(2*PI*440*t)+0.4*sin(2*PI*1500*t)*lt(mod(t,${60 / bpm}),0.04)':s=48000:d=${seconds}`;
  const child = spawn(
    "ffmpeg",
    (
      `-hide_banner -loglevel error -nostdin -y -f rawvideo -pix_fmt yuv420p -s ${width}x${height} -r ${fps} -i pipe:0 ` +
      "-f lavfi -i SOUND -vf scale=854:480 -c:v libx264 -preset ultrafast -crf 20 -c:a aac -b:a 160k -ac 2 FILE"
    )
      .split(" ")
      .map((word) => (word === "SOUND" ? sound : word === "FILE" ? path : word)),
    { stdio: ["pipe", "ignore", "pipe"] },
  );
  let complaint = "";
  child.stderr.on("data", (chunk) => (complaint = (complaint + String(chunk)).slice(-2000)));
  const exit = once(child, "exit");
  const frame = new Uint8Array((width * height * 3) / 2);
  for (let n = 0; n < seconds * fps; n++) {
    drawFrame(frame, n, angle === "back");
    if (!child.stdin.write(Uint8Array.from(frame))) await once(child.stdin, "drain");
  }
  child.stdin.end();
  const [code] = (await exit) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${complaint}`);
  return path;
}
