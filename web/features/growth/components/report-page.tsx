import "./reports.css";
import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { StudioPage } from "../../studio/public/studio-page.tsx";

/** A page of growth figures, with links to the other reports. */
export function ReportPage(props: Omit<ComponentProps<typeof StudioPage>, "neighbours">) {
  const { t } = useLingui();
  return (
    <StudioPage
      {...props}
      neighbours={
        <>
          <Link to={paths.funnel()}>{t`Funnel`}</Link>
          <Link to={paths.attribution()}>{t`Attribution`}</Link>
          <Link to={paths.experiments()}>{t`Experiments`}</Link>
        </>
      }
    />
  );
}
