import type { Session } from "../../../graphql/session.ts";

const chunkBytes = 5 * 1024 * 1024;

export type Sending = { pause: () => void; resume: () => void };
type Order = {
  file: File;
  /** Id of the upload. */
  id: string;
  tusUrl: string;
  ticket: string;
  session: Session;
  /** Part of the file may already be on the server. */
  isBegun: boolean;
  /** Sent share, 0 to 100. */
  onPercent: (percent: number) => void;
  /** Acknowledged share, 0 to 100, from which another visit resumes. */
  onStored?: (percent: number) => void;
  onDone: () => void;
  /** Called after all retries have failed, with the status of the last answer, if any; the upload can be resumed. */
  onCut: (status: number | null) => void;
};

const percentOf = (part: number, whole: number): number => Math.floor((part / whole) * 100);

/**
 * Uploads a file by tus from its last offset. Lost connections are retried automatically; each resends at
 * most one chunk.
 */
export async function sendFile(order: Order): Promise<Sending> {
  const { Upload } = await import("tus-js-client");
  const { file, id, session } = order;
  let lastToken: string | null = null;
  const upload = new Upload(file, {
    endpoint: order.tusUrl,
    // The upload URL is derived from its id, so that another visit finds it.
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
    onProgress: (sent, total) => order.onPercent(percentOf(sent, total)),
    onChunkComplete: (_size, sent, total) => order.onStored?.(percentOf(sent, total ?? file.size)),
    onSuccess: order.onDone,
    onError: (error) =>
      order.onCut("originalResponse" in error ? (error.originalResponse?.getStatus() ?? null) : null),
  });
  upload.start();
  return {
    pause: () => void upload.abort(),
    resume: () => upload.start(),
  };
}
