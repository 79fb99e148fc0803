import { paths } from "../../../../contract/urls.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { defineEmail } from "../../../platform/mail/template.ts";

/** Tells the admin who asked that the export of everything can be downloaded. */
export const studioExportReadyEmail = defineEmail<Record<string, never>>({
  name: "studio.export_ready",
  previews: { usual: {} },
  write: (_props, { studioName }) => ({
    subject: msg("The export of {studioName} is ready", { studioName }),
    preheader: msg("Download it within 7 days."),
    heading: msg("The export is ready"),
    paragraphs: [
      msg(
        "It holds the rows and files of {studioName}, including personal data: keep it encrypted. Download it from the studio within 7 days.",
        { studioName },
      ),
    ],
    action: { label: msg("Open export"), path: paths.studioExport() },
    footnote: msg("You get this email because you asked for the export."),
  }),
});
