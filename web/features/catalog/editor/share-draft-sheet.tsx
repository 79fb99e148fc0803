import { useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { useState } from "react";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { Sheet } from "../../../ui/sheet.tsx";
import { showToast } from "../../../ui/toast.ts";
import type { EditedClass } from "./edited-class.ts";

const CreateDraftLink = graphql(`
  mutation CreateDraftLink($classId: ID!) {
    createDraftLink(classId: $classId) {
      url
      expiresAt
    }
  }
`);
const WithdrawDraftLinks = graphql(`
  mutation WithdrawDraftLinks($classId: ID!) {
    withdrawDraftLinks(classId: $classId)
  }
`);

/** Makes a link that shows a draft without signing in, and withdraws the links made so far. */
export function ShareDraftSheet({
  found: { id, title },
  onClose,
}: {
  found: EditedClass;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [{ data, fetching: isMaking }, create] = useMutation(CreateDraftLink);
  const [{ fetching: isWithdrawing }, withdraw] = useMutation(WithdrawDraftLinks);
  const [fault, setFault] = useState<string | null>(null);
  const link = data?.createDraftLink;
  const until = link && formatMoment(new Date(link.expiresAt), "dateTime");
  const make = async (): Promise<void> => {
    setFault(null);
    const { error } = await create({ classId: id });
    if (error) setFault(error.graphQLErrors[0]?.message ?? t`Couldn’t save. Try again.`);
  };
  const stop = async (): Promise<void> => {
    setFault(null);
    const { error } = await withdraw({ classId: id });
    if (error) return setFault(t`Couldn’t save. Try again.`);
    onClose();
    showToast(t`Links to “${title}” no longer work.`);
  };
  return (
    <Sheet title={t`Show this draft`} closeLabel={t`Close`} onClose={onClose}>
      <p className="muted pretty">{t`Anyone with the link can watch this draft for seven days, without signing in.`}</p>
      {link ? (
        <>
          <p className="edit-link">{link.url}</p>
          <p className="t1 muted">{t`Works until ${until}.`}</p>
          <div>
            <Button
              tone="go"
              icon={Copy}
              onClick={() =>
                void copyText(link.url, {
                  done: t`Link copied.`,
                  refused: t`Couldn’t copy. Select the link above.`,
                })
              }
            >{t`Copy link`}</Button>
          </div>
        </>
      ) : (
        <div>
          <Button tone="go" busy={isMaking} onClick={() => void make()}>{t`Create a link`}</Button>
        </div>
      )}
      <div>
        <Button tone="text" busy={isWithdrawing} onClick={() => void stop()}>
          {t`Withdraw all links`}
        </Button>
      </div>
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </Sheet>
  );
}
