import { t } from "@lingui/core/macro";
import type { LegalPageKind } from "../../../../contract/legal-pages.ts";
import type { EnumValue } from "../../../graphql/graphql.ts";

/** The name of a legal page. */
export const legalName = (kind: LegalPageKind): string =>
  ({
    imprint: t`Imprint`,
    privacy: t`Privacy policy`,
    terms: t`Terms`,
    rules: t`House rules`,
  })[kind];

/** The name of those who get a notice. */
export const audienceName = (audience: EnumValue<"LegalNoticeAudience">): string =>
  ({
    members: t`All accounts`,
    subscribers: t`With a subscription`,
  })[audience];
