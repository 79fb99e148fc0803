import { useLingui } from "@lingui/react/macro";
import { formatList } from "../../../../contract/formats/names.ts";
import { here } from "../../../lib/reader.ts";
import { Button } from "../../../ui/button.tsx";
import type { Field } from "./class-draft.ts";
import { useEditorLabels } from "./labels.ts";

type ConflictNoticeProps = { conflicts: readonly Field[]; onSettle: (whose: "mine" | "theirs") => void };

/** Asks whose version stays of the fields that two editors changed. */
export function ConflictNotice({ conflicts, onSettle }: ConflictNoticeProps) {
  const { t } = useLingui();
  const { fields } = useEditorLabels();
  const names = formatList(
    conflicts.map((field) => fields[field]),
    here(),
  );
  return (
    <div className="stack gap-2" role="alert">
      <p className="hint-bad">{t`Someone else edited this: ${names}. Your changes are still here.`}</p>
      <div className="row wrap">
        <Button onClick={() => onSettle("mine")}>{t`Keep mine`}</Button>
        <Button onClick={() => onSettle("theirs")}>{t`Take theirs`}</Button>
      </div>
    </div>
  );
}
