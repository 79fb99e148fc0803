import { useLingui } from "@lingui/react/macro";
import { graphql, type EnumValue } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";

const VaryingQuery = graphql(`
  query VaryingExperiments {
    varyingExperiments {
      id
      name
      subject
      mayEnd
    }
  }
`);

/** Says, beside what an experiment compares, that it stays until the end. Nothing while none does. */
export function VaryingNote({ subject }: { subject: EnumValue<"ExperimentSubject"> }) {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: VaryingQuery, requestPolicy: "cache-and-network" });
  const varying = data?.varyingExperiments.find((one) => one.subject === subject);
  if (!varying) return null;
  const { name, mayEnd } = varying;
  return (
    <p className="hint" role="note">
      {t`The experiment “${name}” compares this, so it stays until the experiment ends.`}{" "}
      {mayEnd ? (
        <Link className="link" to={paths.experiments()}>{t`Open experiments`}</Link>
      ) : (
        t`Ask an admin to end it.`
      )}
    </p>
  );
}
