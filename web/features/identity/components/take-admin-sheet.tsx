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
      title={isMe ? t`Give up your own role?` : t`Remove ${name}’s role?`}
      closeLabel={t`Close`}
      onClose={onClose}
      footer={
        <Button tone="bad" wide busy={isBusy} onClick={onTake}>
          {isMe ? t`Remove my admin role` : t`Remove admin role`}
        </Button>
      }
    >
      <p className="muted pretty">
        {isMe
          ? t`You lose access within a minute. Only another admin can restore it.`
          : t`They lose access to revenue, reports, and this page within a minute. We’ll email them.`}
      </p>
    </Sheet>
  );
}
