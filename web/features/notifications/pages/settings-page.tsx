import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type ResultOf } from "../../../graphql/graphql.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { AccountNav } from "../../account/public/account-nav.tsx";
import { showToast } from "../../../ui/toast.ts";
import { usePush } from "../components/use-push.ts";
import "../components/notifications.css";

const SettingsFragment = graphql(`
  fragment NotificationChoices on NotificationSettings {
    id
    kinds {
      type
      title
      isMailedElsewhere
      isWeekly
      inbox
      push
      email
    }
    quietFrom
    quietTo
    timeZone
    pushPublicKey
  }
`);
const SettingsQuery = graphql(
  `
    query NotificationSettings {
      notificationSettings {
        id
        ...NotificationChoices
      }
    }
  `,
  [SettingsFragment],
);
const ChangeKind = graphql(
  `
    mutation ChangeNotificationKind(
      $type: NotificationType!
      $inbox: Boolean
      $push: Boolean
      $email: NotificationEmail
    ) {
      changeNotificationKind(type: $type, inbox: $inbox, push: $push, email: $email) {
        id
        ...NotificationChoices
      }
    }
  `,
  [SettingsFragment],
);
const ChangeQuiet = graphql(
  `
    mutation ChangeQuietHours($from: String, $to: String) {
      changeQuietHours(from: $from, to: $to) {
        id
        ...NotificationChoices
      }
    }
  `,
  [SettingsFragment],
);

type Settings = ResultOf<typeof SettingsFragment>;
type Kind = Settings["kinds"][number];

/** Notification settings: channels by kind, and quiet hours. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Notifications`);
  const query = useQuery({ query: SettingsQuery });
  const [{ data, error }] = query;
  const settings = data && readFragment(SettingsFragment, data.notificationSettings);
  return (
    <div className="page acct">
      <h1 className="d1 d1-page">{t`Settings`}</h1>
      <AccountNav />
      <div className="acct-body is-wide stack gap-8">
        {settings ? (
          <>
            <ThisDevice publicKey={settings.pushPublicKey} />
            <QuietHours settings={settings} />
            <Kinds kinds={settings.kinds} />
          </>
        ) : error ? (
          <QueryError query={query} title={t`Couldn’t load your settings`}>
            {t`We couldn’t connect. Your settings haven’t changed.`}
          </QueryError>
        ) : (
          <Skeleton label={t`Loading your settings`}>
            <TextSkeleton className="t2 w-4/5" />
          </Skeleton>
        )}
      </div>
    </div>
  );
}

function ThisDevice({ publicKey }: { publicKey: string | null }) {
  const { t } = useLingui();
  const { pushStatus, busy, failed, turn } = usePush(publicKey);
  const labels = {
    on: t`Push notifications are on in this browser.`,
    off: t`Push notifications are off in this browser.`,
    refused: t`Notifications are blocked. Allow them in your browser settings.`,
    unsupported: t`This browser doesn’t support push. On iPhone or iPad, add this page to your Home Screen first.`,
  };
  return (
    <section className="stack" aria-labelledby="device">
      <h2 className="d2" id="device">{t`On this device`}</h2>
      <p className="muted pretty" role="status">
        {pushStatus ? labels[pushStatus] : ""}
      </p>
      {(pushStatus === "on" || pushStatus === "off") && (
        <p>
          <Button tone="line" busy={busy} onClick={() => void turn(pushStatus === "off")}>
            {pushStatus === "on" ? t`Turn off on this device` : t`Turn on notifications`}
          </Button>
        </p>
      )}
      {failed && <p role="alert">{t`That didn’t work. Try again later.`}</p>}
    </section>
  );
}

function QuietHours({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const [{ fetching }, change] = useMutation(ChangeQuiet);
  const { quietFrom, quietTo, timeZone } = settings;
  const [from, setFrom] = useState(quietFrom ?? "22:00");
  const [to, setTo] = useState(quietTo ?? "07:00");
  const isOn = quietFrom !== null;
  const same = from === to;
  const save = async (hours: { from: string; to: string } | { from: null; to: null }) => {
    const { error } = await change(hours);
    showToast(error ? t`Couldn’t save. Try again.` : t`Quiet hours saved.`);
  };
  return (
    <section className="stack" aria-labelledby="quiet">
      <h2 className="d2" id="quiet">{t`Quiet hours`}</h2>
      <p className="muted pretty">{t`We’ll hold push and email until they end. Time zone: ${timeZone}.`}</p>
      <div className="quiet-times">
        <label className="field">
          <span className="lab">{t`From`}</span>
          <input
            className="in"
            type="time"
            required
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        </label>
        <label className="field">
          <span className="lab">{t`To`}</span>
          <input
            className="in"
            type="time"
            required
            value={to}
            aria-invalid={same || undefined}
            aria-describedby={same ? "quiet-same" : undefined}
            onChange={(event) => setTo(event.target.value)}
          />
        </label>
        <Button
          tone="line"
          busy={fetching}
          disabledReason={!from || !to || same ? t`Choose two different times.` : null}
          onClick={() => void save({ from, to })}
        >
          {isOn ? t`Change` : t`Save quiet hours`}
        </Button>
        {isOn && (
          <Button tone="bare" busy={fetching} onClick={() => void save({ from: null, to: null })}>
            {t`Turn off quiet hours`}
          </Button>
        )}
      </div>
    </section>
  );
}

function Kinds({ kinds }: { kinds: readonly Kind[] }) {
  const { t } = useLingui();
  return (
    <section className="stack" aria-labelledby="kinds">
      <h2 className="d2" id="kinds">{t`Notifications`}</h2>
      <p className="muted pretty">{t`The daily email arrives before evening, only if there’s news.`}</p>
      <ul className="kind-list">
        {kinds.map((kind) => (
          <li key={kind.type}>
            <KindRow kind={kind} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function KindRow({ kind }: { kind: Kind }) {
  const { t } = useLingui();
  const [, run] = useMutation(ChangeKind);
  // Optimistic state, rolled back if the server rejects the change.
  const [pressed, setPressed] = useState<Partial<Kind>>({});
  const { type, title, isMailedElsewhere, isWeekly, inbox, push, email } = { ...kind, ...pressed };
  const change = async (way: Partial<Pick<Kind, "inbox" | "push" | "email">>) => {
    setPressed({ ...pressed, ...way });
    const { error } = await run({ type, ...way });
    if (!error) return;
    setPressed({});
    showToast(t`Couldn’t save. Try again.`);
  };
  return (
    <fieldset className="kind-row">
      <legend>
        <span className="strong">{title}</span>
      </legend>
      <div className="kind-ways">
        {isWeekly ? (
          <span className="kind-only-email" />
        ) : (
          <>
            <label className="opt">
              <input
                type="checkbox"
                className="check"
                checked={inbox}
                onChange={(event) => void change({ inbox: event.target.checked })}
              />
              {t`Inbox`}
            </label>
            <label className="opt">
              <input
                type="checkbox"
                className="check"
                checked={push}
                onChange={(event) => void change({ push: event.target.checked })}
              />
              {t`Push`}
            </label>
          </>
        )}
        {isMailedElsewhere ? (
          <span className="t1 muted">{t`Always emailed`}</span>
        ) : (
          <Select
            label={t`Email`}
            value={email}
            options={
              isWeekly
                ? [
                    { value: "off", label: t`Off` },
                    { value: "at_once", label: t`Weekly` },
                  ]
                : [
                    { value: "off", label: t`Off` },
                    { value: "digest", label: t`Daily` },
                    { value: "at_once", label: t`Right away` },
                  ]
            }
            onChoose={(value) => void change({ email: value })}
          />
        )}
      </div>
    </fieldset>
  );
}
