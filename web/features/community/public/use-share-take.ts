import { paths } from "../../../lib/paths.ts";
import { useNavigate } from "../../../lib/router/index.ts";
import { keepHanded } from "../uploads/handed-take.ts";

/** A take of a class, recorded on this device. */
export type SharedTake = {
  recorded: Blob;
  /** With its extension. */
  fileName: string;
  /** Initial description. */
  title: string;
  /** The class's slug, and the position in the class at which the take starts, in milliseconds. */
  classId: string;
  atMs: number;
};

/**
 * Hands a take over to the upload page, where it is trimmed and described. Nothing is uploaded before the
 * dancer confirms.
 */
export function useShareTake(): (take: SharedTake) => Promise<void> {
  const navigate = useNavigate();
  return async ({ recorded, fileName, title, classId, atMs }) => {
    keepHanded({ recorded, fileName, description: title });
    await navigate({ to: paths.upload(), search: { class: classId, at: String(Math.round(atMs)) } });
  };
}
