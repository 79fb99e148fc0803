/** The studio's answer to a film: the reason why it isn't taken, or null when it plays from now on. */
export type OptionVideoRefusal =
  | "too_large"
  | "too_long"
  | "too_short"
  | "not_a_film"
  | "damaged"
  | "often"
  | "unreachable";

/** Bytes and seconds that a film may have. */
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

/** Sends an option's film. @param onProgress 0 to 1 of what is sent; 1: the studio makes it small */
export function uploadOptionVideo(
  option: { question: string; slug: string },
  film: File,
  token: string,
  onProgress: (share: number) => void,
): Promise<OptionVideoRefusal | null> {
  if (film.size > clipLimits.bytes) return Promise.resolve("too_large");
  return new Promise((resolve) => {
    // fetch doesn't tell how much is sent.
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
    request.send(film);
  });
}

/** Takes an option's film away. True: it is gone. */
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
