import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { hasCode } from "../../../../graphql/codes.ts";
import { graphql } from "../../../../graphql/graphql.ts";
import { useMutation } from "../../../../graphql/hooks.ts";
import { formatMoment } from "../../../../lib/formats.ts";
import { Button } from "../../../../ui/button.tsx";
import { showToast } from "../../../../ui/toast.ts";
import { EditedClassFragment, type EditedClass } from "../edited-class.ts";

const RestoreCaptions = graphql(
  `
    mutation RestoreCaptions($classId: ID!, $formerId: ID!) {
      restoreCaptions(classId: $classId, formerId: $formerId) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

type FormerCaptionsProps = {
  found: EditedClass;
  /** The captions of a language are other ones now. */
  onRestored: (language: string) => void;
};

/** Replaced and removed captions, which can be used again. */
export function FormerCaptions({ found: { id, formerCaptions }, onRestored }: FormerCaptionsProps) {
  const { t } = useLingui();
  const [{ fetching }, restore] = useMutation(RestoreCaptions);
  const [fault, setFault] = useState<string | null>(null);
  if (formerCaptions.length === 0) return null;
  const bringBack = async (formerId: string, language: string): Promise<void> => {
    if (fetching) return;
    setFault(null);
    const { error } = await restore({ classId: id, formerId });
    if (error)
      return setFault(
        hasCode(error, "NOT_FOUND") ? t`These captions are no longer stored.` : t`Couldn’t save. Try again.`,
      );
    onRestored(language);
    showToast(t`Restored the captions.`);
  };
  return (
    <details>
      <summary className="t1">{t`Earlier captions`}</summary>
      <ul className="edit-captions">
        {formerCaptions.map(({ id: formerId, language, label, replacedAt, storedUntil }) => {
          const replaced = formatMoment(new Date(replacedAt), "dateTime");
          const until = formatMoment(new Date(storedUntil), "date");
          return (
            <li key={formerId}>
              <span className="t1">
                <span lang={language}>{label}</span>{" "}
                <span className="faint">
                  {t`Until ${replaced}.`} {t`Stored until ${until}`}
                </span>
              </span>
              <Button
                size="s"
                busy={fetching}
                aria-label={t`Restore the captions in ${label}, until ${replaced}`}
                onClick={() => void bringBack(formerId, language)}
              >
                {t`Restore`}
              </Button>
            </li>
          );
        })}
      </ul>
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </details>
  );
}
