import { videoColumns } from "../../../../contract/video-metadata.ts";
import type { VideoColumn } from "../../../../contract/video-metadata.ts";
import { plain } from "./names.ts";

/**
 * Names of columns, as YouTube Studio, Google Takeout and Vimeo export them in their languages, and as people write them: lower case,
 * only letters and digits; the usual name first. YouTube Studio calls the id “Content”; Vimeo’s API and lists name it by address.
 */
const names: Readonly<Record<VideoColumn, readonly string[]>> = {
  file_name:
    "filename file videofilename originalfilename sourcefile dateiname datei archivo nombredearchivo".split(
      " ",
    ),
  video_id:
    "videoid content contentid id clipid uri videouri inhalt contenido iddelvideo url videourl link videolink".split(
      " ",
    ),
  title:
    "videotitleoriginal videotitle title name videoname titel videotitel titulo titulodelvideo nombre".split(
      " ",
    ),
  description:
    "videodescriptionoriginal videodescription videoshortdescription description beschreibung videobeschreibung descripcion".split(
      " ",
    ),
  recorded_at:
    "recordingdate recordedat videopublishtimestamp videopublishtime publishtime publishedat uploaddate uploaded dateuploaded createdtime created datecreated createdon createdat createddate releasetime videocreatetimestamp date veroffentlichungszeitvideo veroffentlichungszeitdesvideos datum horadepublicaciondelvideo fecha".split(
      " ",
    ),
  instructor: "instructor teacher coach artist dozent lehrer trainer profesor".split(" "),
  style: "style genre dancestyle stil tanzstil estilo".split(" "),
  category:
    "category categories collection folder foldername playlist kategorie ordner categoria carpeta".split(" "),
  level: "level difficulty niveau schwierigkeit nivel".split(" "),
};

/** What the columns of a table seem to be, each at most once; null: it isn't used. */
export function guessColumns(header: readonly string[]): (VideoColumn | null)[] {
  const found = header.map(plain);
  const guessed: (VideoColumn | null)[] = header.map(() => null);
  for (const column of videoColumns) {
    const name = names[column].find((one) => found.includes(one));
    if (name !== undefined) guessed[found.indexOf(name)] ??= column;
  }
  return guessed;
}
