import type { Session } from "../../../graphql/session.ts";

/** What is kept of a file that is being sent, so that another visit can go on. */
export type Unfinished = { id: string; name: string; size: number; modifiedAt: number; percent: number };

const key = "eightcount.unfinished-uploads";
const chunkBytes = 5 * 1024 * 1024;

/** Files whose sending was begun in this browser and hasn't ended. */
export function readUnfinished(): Unfinished[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? (kept as Unfinished[]) : [];
  } catch {
    return [];
  }
}

/** Keeps how far a file is; null forgets it. */
export function keepUnfinished(id: string, file: Unfinished | null): void {
  const others = readUnfinished().filter((one) => one.id !== id);
  localStorage.setItem(key, JSON.stringify(file ? [...others, file] : others));
}

/** Whether a file is the one that was being sent. */
export function isSameFile(file: File, unfinished: Unfinished): boolean {
  return (
    file.size === unfinished.size &&
    file.name === unfinished.name &&
    file.lastModified === unfinished.modifiedAt
  );
}

export type Sending = { pause: () => void; resume: () => void };
type Order = {
  file: File;
  id: string;
  tusUrl: string;
  ticket: string;
  session: Session;
  /** Some of it may have come already. */
  isBegun: boolean;
  /** 0 to 100. */
  onPercent: (percent: number) => void;
  onDone: () => void;
  /** After all retries; sending can be resumed. */
  onCut: () => void;
};

/** Sends a file by tus, from where it stood. Cuts are waited out and healed by themselves; a cut sends at most one chunk again. */
export async function sendFile(order: Order): Promise<Sending> {
  const { Upload } = await import("tus-js-client");
  const { file, id, session } = order;
  let lastToken: string | null = null;
  const upload = new Upload(file, {
    endpoint: order.tusUrl,
    // The upload's own id names the file, so that another visit finds it.
    ...(order.isBegun ? { uploadUrl: `${order.tusUrl}/${id}` } : {}),
    metadata: { ticket: order.ticket },
    chunkSize: chunkBytes,
    retryDelays: [0, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000],
    storeFingerprintForResuming: false,
    onBeforeRequest: async (request) => {
      lastToken = await session.token();
      request.setHeader("x-auth-token", `Bearer ${lastToken}`);
    },
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0;
      if (status === 401 && lastToken) session.refuse(lastToken);
      return (
        status === 0 || status === 401 || status === 409 || status === 423 || status === 429 || status >= 500
      );
    },
    onProgress: (sent, total) => {
      const percent = Math.floor((sent / total) * 100);
      order.onPercent(percent);
    },
    onChunkComplete: (_size, sent, total) =>
      keepUnfinished(id, {
        id,
        name: file.name,
        size: file.size,
        modifiedAt: file.lastModified,
        percent: Math.floor((sent / (total ?? file.size)) * 100),
      }),
    onSuccess: () => {
      keepUnfinished(id, null);
      order.onDone();
    },
    onError: order.onCut,
  });
  keepUnfinished(id, { id, name: file.name, size: file.size, modifiedAt: file.lastModified, percent: 0 });
  upload.start();
  return {
    pause: () => void upload.abort(),
    resume: () => upload.start(),
  };
}
