import "./messages.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { localeOf } from "../../../../contract/locales.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useClient, useQuery } from "../../../graphql/hooks.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate, useParams } from "../../../lib/router/index.ts";
import { showToast } from "../../../ui/toast.tsx";
import { StudioPage } from "../public/studio-page.tsx";
import { AnnouncementFragment, type EditedAnnouncement } from "./announcement-fragment.ts";

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
const AnnouncementQuery = graphql(
  `
    query StudioAnnouncement($id: ID!) {
      announcement(id: $id) {
        id
        ...EditedAnnouncement
      }
      messageWriter {
        locale
        timeZone
      }
    }
  `,
  [AnnouncementFragment],
);
/** The address's value in place of an id, for a new announcement. */
const unsaved = "new";

/** An announcement: its form until it is sent, then what became of it. */
export function Page() {
  const { id = "" } = useParams();
  return id === unsaved ? <NewAnnouncement /> : <KnownAnnouncement key={id} id={id} />;
}

function WayBack() {
  const { t } = useLingui();
  return <Link to={paths.studioMessages()}>{t`Messages`}</Link>;
}

function NewAnnouncement() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [id] = useState(() => crypto.randomUUID());
  const query = useQuery({ query: WriterQuery });
  const writer = query[0].data?.messageWriter;
  const [saved, setSaved] = useState<EditedAnnouncement | null>(null);
  return (
    <StudioPage title={saved?.subject || t`New announcement`} neighbours={<WayBack />} query={query}>
      {writer && (
        <Announcement
          id={id}
          announcement={saved}
          writer={writer}
          onChanged={setSaved}
          onReload={() => void navigate({ to: paths.studioMessage(id), replace: true })}
        />
      )}
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
  const client = useClient();
  const [{ data }] = query;
  // Input is replaced only by an explicit reload.
  const [edition, setEdition] = useState(0);
  const [changed, setChanged] = useState<EditedAnnouncement | null>(null);
  const found = changed ?? (data && readFragment(AnnouncementFragment, data.announcement));
  const reload = async (): Promise<void> => {
    const answer = await client.query(AnnouncementQuery, { id }, { requestPolicy: "network-only" });
    if (!answer.data) return showToast(t`We couldn’t connect. Try again.`);
    setChanged(readFragment(AnnouncementFragment, answer.data.announcement));
    setEdition(edition + 1);
  };
  return (
    <StudioPage
      title={found ? found.subject || t`No subject yet` : t`Announcement`}
      note={found?.sentAt && t`Sent on ${formatMoment(new Date(found.sentAt), "dateTime")}`}
      neighbours={<WayBack />}
      query={query}
    >
      {data && found && (
        <Announcement
          key={edition}
          id={id}
          announcement={found}
          writer={data.messageWriter}
          onChanged={setChanged}
          onReload={() => void reload()}
        />
      )}
    </StudioPage>
  );
}

type AnnouncementProps = {
  id: string;
  announcement: EditedAnnouncement | null;
  writer: { locale: string; timeZone: string };
  onChanged: (announcement: EditedAnnouncement) => void;
  onReload: () => void;
};

function Announcement({ id, announcement, writer, onChanged, onReload }: AnnouncementProps) {
  const navigate = useNavigate();
  const isWaiting = !announcement || announcement.state === "draft" || announcement.state === "scheduled";
  return (
    <Suspense>
      {isWaiting ? (
        <AnnouncementForm
          id={id}
          announcement={announcement}
          studioLocale={localeOf(writer.locale)}
          timeZone={writer.timeZone}
          onChanged={onChanged}
          onDeleted={() => void navigate({ to: paths.studioMessages(), replace: true })}
          onReload={onReload}
        />
      ) : (
        <AnnouncementReport announcement={announcement} />
      )}
    </Suspense>
  );
}
