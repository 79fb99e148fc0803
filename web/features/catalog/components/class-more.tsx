import { useEffect } from "react";
import type { EnumValue } from "../../../graphql/graphql.ts";
import { CoPracticeLine } from "../../identity/public/co-practice.tsx";
import { cleanAddress } from "../../player/public/linked-from.ts";
import { AddToPlaylist } from "../../practice/public/add-to-playlist.tsx";
import { HiddenNote } from "./hidden-note.tsx";
import { LeavesIn } from "./leaves-in.tsx";
import { UnpublishedNote } from "./unpublished-note.tsx";

type ClassMoreProps = {
  found: {
    /** The class's internal id. */
    id: string;
    isHidden: boolean;
    unpublishedState: EnumValue<"ClassState"> | null;
    publishedAt: string;
  };
  classId: string;
  title: string;
  leavesAt: string | null;
  /** Whether there is something to play, or will be soon. */
  hasVideo: boolean;
};

/**
 * Adding the class to a playlist, and what only some viewers or classes have: who practices along, that lists hide the class, that
 * it leaves soon, or that only staff see it.
 */
export function ClassMore({ found, classId, title, leavesAt, hasVideo }: ClassMoreProps) {
  // Here, since the class's page itself has no room for what links of emails alone need.
  useEffect(cleanAddress, []);
  if (found.unpublishedState)
    return (
      <UnpublishedNote
        classId={classId}
        state={found.unpublishedState}
        publishedAt={found.publishedAt}
        hasVideo={hasVideo}
      />
    );
  return (
    <>
      <AddToPlaylist id={found.id} title={title} look="wide" />
      {leavesAt && (
        <p>
          <LeavesIn leavesAt={leavesAt} />
        </p>
      )}
      {found.isHidden && <HiddenNote />}
      <CoPracticeLine />
    </>
  );
}
