import { useLingui } from "@lingui/react/macro";
import { Button } from "../../../ui/button.tsx";
import type { Field } from "./class-draft.ts";
import { useEditorLabels } from "./labels.ts";

type ConflictNoticeProps = { conflicts: readonly Field[]; onSettle: (whose: "mine" | "theirs") => void };

/** Asks whose version stays of the fields that two editors changed. */
export function ConflictNotice({ conflicts, onSettle }: ConflictNoticeProps) {
  const { t } = useLingui();
  const { fields } = useEditorLabels();
  return (
    <div className="stack gap-2" role="alert">
      <p className="hint-bad">
        {t`Someone else edited this: ${conflicts.map((field) => fields[field]).join(", ")}. Your changes are still here.`}
      </p>
      <div className="row wrap">
        <Button onClick={() => onSettle("mine")}>{t`Keep mine`}</Button>
        <Button onClick={() => onSettle("theirs")}>{t`Take theirs`}</Button>
      </div>
    </div>
  );
}
