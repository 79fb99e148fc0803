import "./messages.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { localeOf } from "../../../../contract/locales.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useClient, useQuery } from "../../../graphql/hooks.ts";
import { formatZonedMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate, useParams } from "../../../lib/router/index.ts";
import { StudioPage } from "../public/studio-page.tsx";
import { AnnouncementFragment, AnnouncementQuery, type EditedAnnouncement } from "./announcement-fragment.ts";
import { readStoredMessage, unsavedName } from "./stored-message.ts";
import { PageSkeleton } from "../public/page-skeleton.tsx";

const AnnouncementForm = lazy(async () => ({
  default: (await import("./announcement-form.tsx")).AnnouncementForm,
}));
const AnnouncementReport = lazy(async () => ({
  default: (await import("./announcement-report.tsx")).AnnouncementReport,
}));

const WriterQuery = graphql(`
  query MessageWriter {
    messageWriter {
      locale
      timeZone
    }
  }
`);
/** How often the report of an announcement that is being sent is fetched, milliseconds. */
const reportEveryMs = 3000;

/** An announcement: its form until it is sent, then what became of it. */
export function Page() {
  const { id = "" } = useParams();
  return id === unsavedName ? <NewAnnouncement /> : <KnownAnnouncement key={id} id={id} />;
}

function WayBack() {
  const { t } = useLingui();
  return <Link to={paths.studioMessages()}>{t`Messages`}</Link>;
}

function NewAnnouncement() {
  const { t } = useLingui();
  const [id] = useState(() => readStoredMessage(unsavedName)?.id ?? crypto.randomUUID());
  const query = useQuery({ query: WriterQuery });
  const writer = query[0].data?.messageWriter;
  const [saved, setSaved] = useState<EditedAnnouncement | null>(null);
  const change = (next: EditedAnnouncement): void => {
    // A reload opens what was saved; the form stays as it is.
    if (!saved) history.replaceState(history.state, "", paths.studioMessage(id));
    setSaved(next);
  };
  return (
    <StudioPage title={saved?.subject || t`New announcement`} neighbours={<WayBack />} query={query}>
      {writer && <Announcement id={id} announcement={saved} writer={writer} onChanged={change} />}
    </StudioPage>
  );
}

function KnownAnnouncement({ id }: { id: string }) {
  const { t } = useLingui();
  const query = useQuery({
    query: AnnouncementQuery,
    variables: { id },
    requestPolicy: "network-only",
  });
  const [{ data }] = query;
  const [changed, setChanged] = useState<EditedAnnouncement | null>(null);
  const found = changed ?? (data && readFragment(AnnouncementFragment, data.announcement));
  return (
    <StudioPage
      title={found ? found.subject || t`No subject yet` : t`Announcement`}
      note={
        data &&
        found?.sentAt &&
        t`Sent on ${formatZonedMoment(new Date(found.sentAt), data.messageWriter.timeZone)}`
      }
      neighbours={<WayBack />}
      query={query}
    >
      {data && found && (
        <Announcement id={id} announcement={found} writer={data.messageWriter} onChanged={setChanged} />
      )}
    </StudioPage>
  );
}

type AnnouncementProps = {
  id: string;
  announcement: EditedAnnouncement | null;
  writer: { locale: string; timeZone: string };
  onChanged: (announcement: EditedAnnouncement) => void;
};

function Announcement({ id, announcement, writer, onChanged }: AnnouncementProps) {
  const navigate = useNavigate();
  useProgress(announcement, onChanged);
  const isWaiting = !announcement || announcement.state === "draft" || announcement.state === "scheduled";
  return (
    <Suspense fallback={<PageSkeleton />}>
      {isWaiting ? (
        <AnnouncementForm
          id={id}
          announcement={announcement}
          studioLocale={localeOf(writer.locale)}
          timeZone={writer.timeZone}
          onChanged={onChanged}
          onDeleted={() => void navigate({ to: paths.studioMessages(), replace: true })}
        />
      ) : (
        <AnnouncementReport announcement={announcement} />
      )}
    </Suspense>
  );
}

/** Fetches an announcement again and again while it is being sent. */
function useProgress(
  announcement: EditedAnnouncement | null,
  onChanged: (announcement: EditedAnnouncement) => void,
): void {
  const client = useClient();
  const id = announcement?.state === "sending" ? announcement.id : null;
  const change = useEffectEvent(onChanged);
  useEffect(() => {
    if (id === null) return;
    const load = async (): Promise<void> => {
      const { data } = await client.query(AnnouncementQuery, { id }, { requestPolicy: "network-only" });
      if (data) change(readFragment(AnnouncementFragment, data.announcement));
    };
    const timer = setInterval(() => void load(), reportEveryMs);
    return () => clearInterval(timer);
  }, [client, id]);
}
