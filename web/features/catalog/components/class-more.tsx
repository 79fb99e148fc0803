import { useEffect } from "react";
import { CoPracticeLine } from "../../identity/public/co-practice.tsx";
import { cleanAddress } from "../../player/public/linked-from.ts";
import { AddToPlaylist } from "../../practice/public/add-to-playlist.tsx";
import { HiddenNote } from "./hidden-note.tsx";
import { LeavesIn } from "./leaves-in.tsx";

type ClassMoreProps = {
  /** The class's internal id. */
  id: string;
  title: string;
  isHidden: boolean;
  leavesAt: string | null;
};

/**
 * Adding the class to a playlist, and what only some viewers or classes have: who practices along, that lists hide the class, and
 * that it leaves soon.
 */
export function ClassMore({ id, title, isHidden, leavesAt }: ClassMoreProps) {
  // Here, since the class's page itself has no room for what links of emails alone need.
  useEffect(cleanAddress, []);
  return (
    <>
      <AddToPlaylist id={id} title={title} look="wide" />
      {leavesAt && (
        <p>
          <LeavesIn leavesAt={leavesAt} />
        </p>
      )}
      {isHidden && <HiddenNote />}
      <CoPracticeLine />
    </>
  );
}
