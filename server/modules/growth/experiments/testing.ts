import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

export interface Experiment {
  id: string;
  version: number;
  status: string;
  plannedSize: number;
  control: number;
  variant: number;
  isComplete: boolean | null;
  isComparable: boolean;
  chosen: string | null;
  goals: {
    goal: string;
    control: { people: number; converted: number };
    variant: { people: number; converted: number };
  }[];
}
const fields = `id version status plannedSize control variant isComplete isComparable chosen
  goals { goal control { people converted } variant { people converted } }`;
/** Four people in each variant. */
export const draft = {
  name: "Shorter heading",
  subject: "landing_hero",
  value: { title: "Dance now", text: "" },
  goal: "registered",
  expectedRate: 10,
  minDifference: 90,
  share: 100,
  countries: [] as string[],
};
interface Shown {
  blocks: { title: string; text: string }[];
  experiment: { experimentId: string; variant: string } | null;
}

/** Publishes a landing page. @returns the id of its top */
export async function publishLanding({ pool }: TestServer): Promise<string> {
  await createLibrary(pool);
  const { id } = await createClass(pool, { isPlayable: true });
  const heroId = randomUUID();
  const page = JSON.stringify({
    blocks: [{ id: heroId, kind: "hero", title: "Dance at home", text: "Every day", classIds: [id] }],
  });
  await pool.query("update studio.landing_page set draft = $1, published = $1", [page]);
  return heroId;
}

/** What admins do with experiments, and what people see of them. */
export function experimentsOf(server: TestServer, admin: TestPerson) {
  const call = (name: string, args: string, declared: string) => async (variables: object) => {
    const { data, errors } = await server.graphql<Record<string, Experiment>>(
      `mutation (${declared}) { ${name}(${args}) ${name === "deleteExperiment" ? "" : `{ ${fields} }`} }`,
      variables,
      { as: admin },
    );
    return { experiment: data?.[name] ?? null, error: errors[0]?.extensions ?? null };
  };
  const seen = ["id: $id, version: $version", "$id: ID!, $version: Int!"] as const;
  const save = call("saveExperiment", `${seen[0]}, input: $input`, `${seen[1]}, $input: ExperimentInput!`);
  const start = call("startExperiment", ...seen);
  return {
    save,
    start,
    end: call("endExperiment", `${seen[0]}, chosen: $chosen`, `${seen[1]}, $chosen: ExperimentVariant!`),
    reach: call(
      "changeExperimentReach",
      `${seen[0]}, share: $share, countries: $countries`,
      `${seen[1]}, $share: Int!, $countries: [String!]!`,
    ),
    remove: call("deleteExperiment", ...seen),
    /** Starts an experiment. @returns its id */
    async running(input: object = {}): Promise<string> {
      const id = randomUUID();
      expect((await save({ id, version: 0, input: { ...draft, ...input } })).error).toBeNull();
      expect((await start({ id, version: 1 })).experiment).toMatchObject({ status: "running", version: 2 });
      return id;
    },
    async find(id: string): Promise<Experiment> {
      const { data } = await server.graphql<{ experiments: Experiment[] }>(
        `{ experiments { ${fields} } }`,
        {},
        { as: admin },
      );
      return data!.experiments.find((one) => one.id === id)!;
    },
    setFlag: (name: string, enabled: boolean) =>
      server.graphql(
        "mutation ($name: String!, $enabled: Boolean!) { setFeatureFlag(name: $name, enabled: $enabled) { name enabled } }",
        { name, enabled },
        { as: admin },
      ),
    async landing(as: TestPerson | null, headers: Record<string, string> = {}): Promise<Shown> {
      const { data } = await server.graphql<{ landingPage: Shown }>(
        "{ landingPage { blocks { title text } experiment { experimentId variant } } }",
        {},
        { ...(as ? { as } : {}), headers },
      );
      return data!.landingPage;
    },
    async onboarding(as: TestPerson) {
      const { data } = await server.graphql<{ onboardingList: { list: string; experiment: object | null } }>(
        "{ onboardingList { list experiment { experimentId } } }",
        {},
        { as },
      );
      return data!.onboardingList;
    },
    expose: (id: string, as: TestPerson | null, headers: Record<string, string> = {}) =>
      server.graphql<{ setExperiment: { variant: string } }>(
        "mutation ($id: ID!) { setExperiment(experimentId: $id) { variant } }",
        { id },
        { ...(as ? { as } : {}), headers },
      ),
    /** Shows a variant to new people. */
    addExposures: (id: string, { variant, people }: { variant: string; people: number }) =>
      server.pool.query(
        `with people as (
           insert into identity."user" (name, email, "emailVerified", "isAnonymous")
           select 'Demo', gen_random_uuid() || '@example.test', false, true from generate_series(1, $3) returning id
         )
         insert into growth.exposures (experiment_id, person_id, variant, exposed_at) select $1, id, $2, now() from people`,
        [id, variant, people],
      ),
    async exposed(id: string): Promise<number> {
      const { rowCount } = await server.pool.query("select from growth.exposures where experiment_id = $1", [
        id,
      ]);
      return rowCount!;
    },
    async audited(id: string): Promise<string[]> {
      const { rows } = await server.pool.query<{ action: string }>(
        "select action from identity.staff_acts where subject = $1 order by happened_at, id",
        [`experiment:${id}`],
      );
      return rows.map(({ action }) => action);
    },
  };
}
