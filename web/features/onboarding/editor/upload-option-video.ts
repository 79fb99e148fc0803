/** Rejection of an uploaded clip; null on success. */
export type OptionVideoRefusal =
  | "too_large"
  | "too_long"
  | "too_short"
  | "not_a_film"
  | "damaged"
  | "often"
  | "unreachable";

/** Maximum bytes and seconds of a clip. */
export const clipLimits = { bytes: 48 * 1024 * 1024, seconds: 30 } as const;

const refusals: Readonly<Record<string, OptionVideoRefusal>> = {
  file_too_large: "too_large",
  too_long: "too_long",
  too_short: "too_short",
  too_costly: "too_large",
  dimensions_too_large: "too_large",
  damaged: "damaged",
};

const pathOf = (option: { question: string; slug: string }) =>
  `/studio/questions/${encodeURIComponent(option.question)}/${encodeURIComponent(option.slug)}/film`;

/**
 * Uploads an option's clip.
 * @param onProgress share sent, 0 to 1; at 1 the server transcodes
 */
export function uploadOptionVideo(
  option: { question: string; slug: string },
  file: File,
  token: string,
  onProgress: (share: number) => void,
): Promise<OptionVideoRefusal | null> {
  if (file.size > clipLimits.bytes) return Promise.resolve("too_large");
  return new Promise((resolve) => {
    // fetch doesn't report upload progress.
    const request = new XMLHttpRequest();
    request.open("POST", pathOf(option));
    request.setRequestHeader("x-auth-token", `Bearer ${token}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener("error", () => resolve("unreachable"));
    request.addEventListener("load", () => {
      if (request.status === 200) return resolve(null);
      const { error } = (request.response ?? {}) as { error?: { code?: string; reason?: string } };
      if (error?.code === "FILM_REFUSED") return resolve(refusals[error.reason ?? ""] ?? "not_a_film");
      resolve(error?.code === "RATE_LIMITED" ? "often" : "unreachable");
    });
    request.send(file);
  });
}

/** Removes an option's clip. Resolves to true on success. */
export async function removeOptionVideo(
  option: { question: string; slug: string },
  token: string,
): Promise<boolean> {
  try {
    const headers = { "x-auth-token": `Bearer ${token}` };
    return (await fetch(pathOf(option), { method: "DELETE", headers })).ok;
  } catch {
    return false;
  }
}
