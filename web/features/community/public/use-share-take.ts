import { paths } from "../../../lib/paths.ts";
import { useNavigate } from "../../../lib/router/index.ts";
import { keepHanded } from "../uploads/handed-take.ts";

/** A film of a class, recorded on this device. */
export type SharedTake = {
  film: Blob;
  /** With its ending. */
  fileName: string;
  /** What its description begins as. */
  title: string;
  /** The class's readable id, and the moment of it that the film begins at, milliseconds. */
  classId: string;
  atMs: number;
};

/** Takes a film over to the page that shares it, where it is cut and given words. Nothing is sent before its dancer says so. */
export function useShareTake(): (take: SharedTake) => Promise<void> {
  const navigate = useNavigate();
  return async ({ film, fileName, title, classId, atMs }) => {
    keepHanded({ film, fileName, description: title });
    await navigate({ to: paths.upload(), search: { class: classId, at: String(Math.round(atMs)) } });
  };
}
