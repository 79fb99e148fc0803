import { cleanText, fingerprintOf, readSidecar, type LocalVideo, type Sidecar } from "./local-files.ts";

/** What the server is told of a video. */
export type GivenFile = Sidecar & {
  fileName: string;
  folder: string;
  sizeInBytes: number;
  fingerprint: string;
};

/** Bytes of the files of a request; the server takes 100 KB. */
const maxRequestBytes = 64 * 1024;

/** Null for a file that is empty, or was moved or deleted since it was chosen. */
export async function readVideo(video: LocalVideo): Promise<GivenFile | null> {
  try {
    const { file, folder } = video;
    if (file.size === 0) return null;
    const sidecar = await readSidecar(video);
    return {
      ...sidecar,
      fileName: cleanText(file.name),
      folder: cleanText(folder),
      sizeInBytes: file.size,
      fingerprint: await fingerprintOf(file),
      recordedAt: sidecar.recordedAt ?? new Date(file.lastModified).toISOString(),
    };
  } catch {
    return null;
  }
}

/** Files in requests that the server takes. */
export function requestsOf(files: readonly GivenFile[]): GivenFile[][] {
  const requests: GivenFile[][] = [];
  let bytes = 0;
  for (const file of files) {
    const size = new TextEncoder().encode(JSON.stringify(file)).length;
    bytes += size;
    const last = requests.at(-1);
    if (last && bytes <= maxRequestBytes) last.push(file);
    else {
      requests.push([file]);
      bytes = size;
    }
  }
  return requests;
}
