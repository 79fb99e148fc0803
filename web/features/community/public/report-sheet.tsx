import { lazy, Suspense } from "react";

const Lazy = lazy(async () => ({ default: (await import("../components/report-sheet.tsx")).ReportSheet }));

type ReportSheetProps = {
  contentType: "post" | "comment" | "video_upload" | "user";
  id: string;
  onClose: () => void;
};

/** Lazy report sheet for content or a person. */
export function ReportSheet(props: ReportSheetProps) {
  return (
    <Suspense>
      <Lazy {...props} />
    </Suspense>
  );
}
