import { useLingui } from "@lingui/react/macro";
import { useSession } from "../../../graphql/provider.tsx";

const maxMegabytes = 15;

/** Sends an image from this device to a path of the server. @returns of the function: what is wrong, or null once it is saved */
export function useImageUpload(path: string): (file: File) => Promise<string | null> {
  const { t } = useLingui();
  const session = useSession();
  return async (file) => {
    if (file.size > maxMegabytes * 1024 * 1024) return t`Images can be up to ${maxMegabytes} MB.`;
    const unsaved = t`Couldn’t save. Try again.`;
    try {
      const answer = await fetch(path, {
        method: "POST",
        headers: { "x-auth-token": `Bearer ${await session.token()}` },
        body: file,
      });
      if (answer.ok) return null;
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      return error.code === "PICTURE_REFUSED" ? error.message : unsaved;
    } catch {
      return unsaved;
    }
  };
}
