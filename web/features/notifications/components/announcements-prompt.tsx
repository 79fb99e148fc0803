import "./notifications.css";
import { useLingui } from "@lingui/react/macro";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { studio } from "../../../lib/studio.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";

const ChosenQuery = graphql(`
  query AnnouncementsChosen {
    notificationSettings {
      id
      kinds {
        type
        isChosen
      }
    }
  }
`);
const ChooseAnnouncements = graphql(`
  mutation ChooseAnnouncements($email: NotificationEmail!, $push: Boolean!) {
    announcements: changeNotificationKind(type: StudioAnnouncement, email: $email, push: $push) {
      id
      kinds {
        type
        isChosen
      }
    }
  }
`);

/** Asks once whether the studio may write by email and push. Nothing is chosen beforehand: the press is the consent. */
export function AnnouncementsPrompt() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: ChosenQuery });
  const [{ fetching }, choose] = useMutation(ChooseAnnouncements);
  const setting = data?.notificationSettings.kinds.find(({ type }) => type === "StudioAnnouncement");
  if (!setting || setting.isChosen) return null;
  const answer = async (agrees: boolean) => {
    const { error } = await choose({ email: agrees ? "at_once" : "off", push: agrees });
    if (error) return showToast(t`Couldn’t save. Try again.`);
    showToast(agrees ? t`We’ll email you when there’s news.` : t`We won’t email you news.`);
  };
  const { name } = studio;
  return (
    <aside className="push-prompt" aria-label={t`News by email`}>
      <p className="pretty">
        {t`Get news from ${name} by email and push notification? You can stop at any time.`}
      </p>
      <div className="row wrap">
        <Button tone="line" size="s" busy={fetching} onClick={() => void answer(true)}>{t`Get news`}</Button>
        <Button
          tone="line"
          size="s"
          busy={fetching}
          onClick={() => void answer(false)}
        >{t`No, thanks`}</Button>
      </div>
    </aside>
  );
}
