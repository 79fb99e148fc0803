import { legalPageKinds } from "../../../../contract/legal-pages.ts";
import { NotFoundPage } from "../../../layouts/not-found-page.tsx";
import { useParams } from "../../../lib/router/index.ts";
import { SubscriptionTerms } from "../../billing/public/subscription-terms.tsx";
import { LegalPage } from "../components/legal-page.tsx";

/** A legal page, by the path. The terms have a path of their own; those of a subscription hold until the studio publishes some. */
export function Page() {
  const { kind = "terms" } = useParams();
  const found = legalPageKinds.find((one) => one === kind);
  if (!found) return <NotFoundPage />;
  return (
    <LegalPage key={found} kind={found} otherwise={found === "terms" ? <SubscriptionTerms /> : undefined} />
  );
}
