import { useLingui } from "@lingui/react/macro";
import { Bookmark, BookmarkCheck } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { useSaveClass } from "../actions/save-class.ts";

/** Saves the class, or takes it off the list; answers at once, and takes it back visibly when the studio refuses. `id`: the class's own. */
export function SaveToggle({ id, isSaved }: { id: string; isSaved: boolean }) {
  const { t } = useLingui();
  const save = useSaveClass();
  return (
    <Button
      wide
      chosen={isSaved}
      icon={isSaved ? BookmarkCheck : Bookmark}
      onClick={() => void save(id, !isSaved)}
    >
      {isSaved ? t`Saved` : t`Save for later`}
    </Button>
  );
}
