import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { hasCode } from "../../../../graphql/codes.ts";
import { graphql } from "../../../../graphql/graphql.ts";
import { useMutation } from "../../../../graphql/hooks.ts";
import { formatMoment } from "../../../../lib/formats.ts";
import { showToast } from "../../../../ui/toast.ts";
import { EditedClassFragment, type EditedClass } from "../edited-class.ts";

const RestorePoster = graphql(
  `
    mutation RestoreClassPoster($classId: ID!, $formerId: ID!) {
      restoreClassPoster(classId: $classId, formerId: $formerId) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

/** Images that were replaced, which can be used again. */
export function FormerPosters({ found: { id, formerPosters } }: { found: EditedClass }) {
  const { t } = useLingui();
  const [{ fetching }, restore] = useMutation(RestorePoster);
  const [fault, setFault] = useState<string | null>(null);
  if (formerPosters.length === 0) return null;
  const bringBack = async (formerId: string): Promise<void> => {
    if (fetching) return;
    setFault(null);
    const { error } = await restore({ classId: id, formerId });
    if (!error) return showToast(t`Restored the image.`);
    setFault(hasCode(error, "NOT_FOUND") ? t`This image is no longer stored.` : t`Couldn’t save. Try again.`);
  };
  return (
    <details>
      <summary className="t1">{t`Earlier images`}</summary>
      <ul className="poster-proposals">
        {formerPosters.map(({ id: formerId, imageUrl, storedUntil }) => {
          const until = formatMoment(new Date(storedUntil), "date");
          return (
            <li key={formerId}>
              <button
                type="button"
                aria-label={t`Restore this image, stored until ${until}`}
                onClick={() => void bringBack(formerId)}
              >
                <img src={imageUrl} alt="" loading="lazy" />
              </button>
              <p className="t1 faint">{t`Stored until ${until}`}</p>
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
