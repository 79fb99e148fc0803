import { useLingui } from "@lingui/react/macro";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";

type TakeAdminSheetProps = {
  name: string;
  /** The role is the viewer's own. */
  isMe: boolean;
  isBusy: boolean;
  onTake: () => void;
  onClose: () => void;
};

/** Confirms the removal of an admin role. */
export function TakeAdminSheet({ name, isMe, isBusy, onTake, onClose }: TakeAdminSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet
      title={isMe ? t`Give up your own role?` : t`Take the role of ${name}?`}
      closeLabel={t`Close`}
      onClose={onClose}
      footer={
        <Button tone="bad" wide busy={isBusy} onClick={onTake}>
          {isMe ? t`Be no admin any longer` : t`Make them no admin any longer`}
        </Button>
      }
    >
      <p className="muted pretty">
        {isMe
          ? t`Within a minute this page is closed to you, and another admin alone can give the role back.`
          : t`Within a minute money, reports and this page are closed to them. They are told by mail.`}
      </p>
    </Sheet>
  );
}
