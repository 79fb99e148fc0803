import { t } from "@lingui/core/macro";
import type { LegalPageKind } from "../../../../contract/legal-pages.ts";

/** The name of a legal page. */
export const legalName = (kind: LegalPageKind): string =>
  ({
    imprint: t`Imprint`,
    privacy: t`Privacy policy`,
    terms: t`Terms`,
    rules: t`House rules`,
  })[kind];
