import { useLingui } from "@lingui/react/macro";
import { Flag } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "../../../ui/button.tsx";

const ReportSheet = lazy(async () => ({ default: (await import("./report-sheet.tsx")).ReportSheet }));

/** Opens the report sheet. */
export function ReportButton({
  contentType,
  id,
}: {
  contentType: "post" | "comment" | "video_upload" | "user";
  id: string;
}) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t`Report`} icon={Flag} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <ReportSheet contentType={contentType} id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
