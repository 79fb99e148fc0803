import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { BackupsSection } from "../backups/backups-section.tsx";
import { StudioPage } from "../public/studio-page.tsx";

const ExportQuery = graphql(`
  query StudioExport {
    studioExport {
      id
      requestedAt
      readyAt
      size
      files
      expiresAt
    }
  }
`);
const RequestExport = graphql(`
  mutation RequestStudioExport {
    requestStudioExport {
      id
    }
  }
`);
const ExportLink = graphql(`
  mutation StudioExportLink($id: ID!) {
    studioExportLink(id: $id)
  }
`);

/** While an export is being made, in milliseconds. */
const pollIntervalMs = 5_000;
const gigabyte = 1_000_000_000;

/** Exports everything the studio stores, as one archive. */
export function Page() {
  const { t, i18n } = useLingui();
  const query = useQuery({ query: ExportQuery, requestPolicy: "cache-and-network" });
  const [{ data, error }, again] = query;
  const [busy, setBusy] = useState<"request" | "download" | "copy" | null>(null);
  const [, request] = useMutation(RequestExport);
  const [, link] = useMutation(ExportLink);
  const { confirmedCall, sheet } = useConfirmation();
  const found = data?.studioExport ?? null;
  const isMade = found !== null && found.readyAt === null;
  const reload = (): void => again({ requestPolicy: "network-only" });
  useEffect(() => {
    if (!isMade) return;
    const timer = setInterval(() => again({ requestPolicy: "network-only" }), pollIntervalMs);
    return () => clearInterval(timer);
  }, [isMade, again]);
  const make = async (): Promise<void> => {
    setBusy("request");
    const result = await confirmedCall(() => request({}));
    setBusy(null);
    if (result?.error) showToast(t`We couldn’t connect. Try again.`);
    else if (result) reload();
  };
  const take = async (how: "download" | "copy", id: string): Promise<void> => {
    setBusy(how);
    const result = await confirmedCall(() => link({ id }));
    setBusy(null);
    if (!result) return;
    const url = result.data?.studioExportLink;
    if (!url) {
      // It may have expired.
      reload();
      return showToast(t`We couldn’t connect. Try again.`);
    }
    if (how === "download") return location.assign(url);
    await copyText(`curl -C - -o studio.tar '${url}'`, {
      done: t`Command copied`,
      refused: t`Couldn’t copy. Use Download instead.`,
    });
  };
  const size = found?.size ?? 0;
  const gigabytes = i18n.number(Math.max(0.01, size / gigabyte), { maximumFractionDigits: 2 });
  const files = i18n.number(found?.files ?? 0);
  const until = found?.expiresAt ? formatMonthDayYear(new Date(found.expiresAt)) : "";
  return (
    <StudioPage
      title={t`Export`}
      note={t`Everything in one archive: each table as a CSV file, and all images and videos. Without passwords and keys.`}
      // Looking again every few seconds isn’t shown.
      query={[{ data, error, fetching: false }, again]}
    >
      {data && (
        <div className="stack gap-5">
          <p role="status">
            {isMade
              ? t`Preparing the export. We’ll email you when it’s ready.`
              : found
                ? t`Ready: ${gigabytes} GB, ${files} files. Deleted on ${until}.`
                : t`No export yet.`}
          </p>
          {found && !isMade && (
            <>
              <div className="row wrap">
                <Button tone="go" busy={busy === "download"} onClick={() => void take("download", found.id)}>
                  {t`Download`}
                </Button>
                <Button busy={busy === "copy"} onClick={() => void take("copy", found.id)}>
                  {t`Copy command for a server`}
                </Button>
              </div>
              <p className="t1 muted pretty">
                {t`A download that breaks off can be resumed. Links work for 24 hours without signing in: share them with no one.`}
              </p>
            </>
          )}
          {!isMade && (
            <p>
              <Button busy={busy === "request"} onClick={() => void make()}>
                {found ? t`Make a new export` : t`Make an export`}
              </Button>
            </p>
          )}
          <p className="t1 muted pretty">
            {t`It holds personal data: keep it encrypted. To restore a studio, use a backup instead.`}
          </p>
          <BackupsSection />
        </div>
      )}
      {sheet}
    </StudioPage>
  );
}
