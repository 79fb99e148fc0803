import { CoPracticeLine } from "../../identity/public/co-practice.tsx";
import { HiddenNote } from "./hidden-note.tsx";
import { LeavesIn } from "./leaves-in.tsx";

/** What only some viewers or classes have: who practices along, that lists hide the class, and that it leaves soon. */
export function ClassNotes({ isHidden, leavesAt }: { isHidden: boolean; leavesAt: string | null }) {
  return (
    <>
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
