import { useLingui } from "@lingui/react/macro";
import { Bookmark, BookmarkCheck } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { useSaveClass } from "../actions/save-class.ts";

/**
 * Saves or unsaves the class. The update is optimistic; a rejection is rolled back visibly. `id`: the class's
 * internal id.
 */
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
