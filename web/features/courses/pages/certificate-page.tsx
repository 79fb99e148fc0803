import "./courses.css";
import { useLingui } from "@lingui/react/macro";
import { graphql } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { formatCalendarDay } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useParams } from "../../../lib/router/index.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { CertificateCard } from "../components/certificate-card.tsx";
import { CertificateSharing } from "../components/certificate-sharing.tsx";

const CertificateQuery = graphql(`
  query Certificate($id: ID!) {
    certificate(id: $id) {
      id
      title
      courseSlug
      name
      instructors
      classCount
      durationInMs
      completedOn
      isShared
      isMine
    }
  }
`);

/** A certificate: of the viewer, to print and share; or one that its owner shares. */
export function Page() {
  const { t } = useLingui();
  const { id = "" } = useParams();
  const query = useQuery({ query: CertificateQuery, variables: { id } });
  const [{ data }] = query;
  const found = data?.certificate;
  return (
    <AwaitedPage
      query={query}
      title={found?.title}
      failed={{
        title: t`Couldn’t load the certificate`,
        words: t`We couldn’t connect. Your certificates are safe.`,
      }}
      missing={{
        title: t`Certificate not found`,
        words: t`The link may be wrong, or its owner stopped sharing it.`,
        way: (
          <Link className="btn btn-go" to={paths.courses()}>
            {t`See all courses`}
          </Link>
        ),
      }}
      skeleton={
        <Skeleton label={t`Loading certificate`} className="page page-top cert-page">
          <TextSkeleton className="d1 d1-page w-1/2" />
          <div className="course-cert">
            <TextSkeleton className="d2 w-1/2" />
            <TextSkeleton className="w-4/5" />
          </div>
        </Skeleton>
      }
    >
      {found && (
        <div className="page page-top cert-page">
          <h1 className="d1 d1-page">{t`Certificate`}</h1>
          <CertificateCard
            {...found}
            note={formatCalendarDay(new Date(`${found.completedOn}T12:00:00Z`), "date")}
          />
          {found.isMine && <CertificateSharing certificate={found} />}
          <p className="row wrap cert-acts">
            {found.courseSlug && (
              <Link className="link" to={paths.course(found.courseSlug)}>{t`See the course`}</Link>
            )}
            {found.isMine && <Link className="link" to={paths.courses()}>{t`See all your courses`}</Link>}
          </p>
        </div>
      )}
    </AwaitedPage>
  );
}
