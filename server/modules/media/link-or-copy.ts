import { copyFile, link } from "node:fs/promises";

/** Gives a file a second name, or copies it where the file system can't link. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["EXDEV", "EPERM", "EMLINK", "ENOTSUP"].includes(code)) throw error;
    await copyFile(from, to);
  }
}
