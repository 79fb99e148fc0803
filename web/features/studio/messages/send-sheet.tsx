import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { readFragment } from "../../../graphql/graphql.ts";
import { useMutation, type CombinedError } from "../../../graphql/hooks.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { LineField } from "../../../ui/line-field.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { ActDialog } from "../public/act-dialog.tsx";
import { AnnouncementFragment, type EditedAnnouncement } from "./announcement-fragment.ts";
import { AudienceCount } from "./audience-count.tsx";
import { draftOf } from "./message-draft.ts";
import { ScheduleAnnouncement, SendAnnouncement } from "./save-announcement.ts";

type SendSheetProps = {
  /** As saved. */
  announcement: EditedAnnouncement;
  /** IANA name. */
  timeZone: string;
  onChanged: (announcement: EditedAnnouncement) => void;
  onClose: () => void;
};

/** Sends an announcement now or at a time of the studio, after it said how many people it reaches. */
export function SendSheet({ announcement, timeZone, onChanged, onClose }: SendSheetProps) {
  const { t } = useLingui();
  const { id, version, scheduledLocal } = announcement;
  const [when, setWhen] = useState<"now" | "later">(scheduledLocal ? "later" : "now");
  const [at, setAt] = useState(scheduledLocal ?? "");
  const [, send] = useMutation(SendAnnouncement);
  const [, schedule] = useMutation(ScheduleAnnouncement);
  const zone = timeZone.replaceAll("_", " ");
  const act = async () => {
    if (when === "now") {
      const { data, error } = await send({ id, version });
      if (data) onChanged(readFragment(AnnouncementFragment, data.sendAnnouncement));
      return { error };
    }
    const { data, error } = await schedule({ id, version, at });
    if (data) onChanged(readFragment(AnnouncementFragment, data.scheduleAnnouncement));
    return { error };
  };
  const explain = (error: CombinedError): string | null =>
    hasCode(error, "CHANGED_MEANWHILE")
      ? t`Someone else edited this announcement. Close the dialog and reload.`
      : (error.graphQLErrors[0]?.message ?? null);
  return (
    <ActDialog
      title={t`Send announcement`}
      action={when === "now" ? t`Send now` : t`Schedule`}
      done={when === "now" ? t`The announcement is being sent.` : t`Announcement scheduled.`}
      isReady={when === "now" || at !== ""}
      explain={explain}
      onAct={act}
      onClose={onClose}
    >
      <AudienceCount audience={draftOf(announcement).audience} />
      <Segments
        label={t`When`}
        options={[
          { value: "now", label: t`Now` },
          { value: "later", label: t`At a time` },
        ]}
        value={when}
        onChoose={setWhen}
      />
      {when === "later" && (
        <LineField
          label={t`Send on`}
          type="datetime-local"
          hint={t`Studio time (${zone})`}
          value={at}
          onChange={(event) => setAt(event.currentTarget.value)}
        />
      )}
    </ActDialog>
  );
}
