import { legalPageKinds } from "../../../contract/legal-pages.ts";
import { builder } from "../../platform/graphql/builder.ts";

export const LegalPageKindEnum = builder.enumType("LegalPageKind", { values: legalPageKinds });
