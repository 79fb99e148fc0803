import type { GraphQLField } from "graphql";
import { schema } from "../schema.ts";
import { ask, callOf, withMissing } from "./check.ts";
import type { RootType } from "./check.ts";
import { rulesOf } from "./operations/index.ts";
import { kinds } from "./rules.ts";
import type { Kind, Operation } from "./rules.ts";
import { renewPeople } from "./world.ts";
import type { World } from "./world.ts";

const typeOf = {
  Query: () => schema.getQueryType(),
  Mutation: () => schema.getMutationType(),
  LiveSubscription: () => schema.getSubscriptionType(),
} as const satisfies Record<RootType, () => unknown>;

/** The fields of a root type. */
export const fieldsOf = (root: RootType): readonly GraphQLField<unknown, unknown>[] =>
  Object.values(typeOf[root]()?.getFields() ?? {});

/** Fields without a rule, and rules without a field, each as a sentence that names the file to correct. */
export function undeclared(root: RootType): string[] {
  const rules = rulesOf(root);
  const names = new Set(fieldsOf(root).map(({ name }) => name));
  const where = "server/app/authorization/operations/";
  return [
    ...[...names]
      .filter((name) => !rules.has(name))
      .map(
        (name) => `${root}.${name} has no authorization rule: declare who may call it in a file of ${where}`,
      ),
    ...[...rules.keys()]
      .filter((name) => !names.has(name))
      .map((name) => `${root}.${name} isn't in the schema: remove its rule from ${where}`),
  ];
}

/** Checks every cell of one field's rows. @returns the people afterwards, and each mismatch as a sentence */
export async function checkField(
  world: World,
  root: RootType,
  field: GraphQLField<unknown, unknown>,
): Promise<{ world: World; differences: string[] }> {
  const differences: string[] = [];
  for (const operation of rulesOf(root).get(field.name) ?? []) {
    const checked = await checkRow(world, root, field, operation);
    world = checked.world;
    differences.push(...checked.differences.map((text) => `${field.name}: ${text}`));
  }
  return { world, differences };
}

/** Refused kinds first, on shared objects that must stay unchanged. Then the allowed kinds, each on new objects. */
async function checkRow(
  world: World,
  root: RootType,
  field: GraphQLField<unknown, unknown>,
  operation: Operation,
): Promise<{ world: World; differences: string[] }> {
  const differences: string[] = [];
  const { rule, past = [], secret, unaudited } = operation;
  const newCall = async () => callOf(root, field, operation, (await operation.args?.(world)) ?? {});
  const passes = (kind: Kind) => rule[kind] === "allowed";
  const shared = await newCall();
  const missing = { query: shared.query, variables: withMissing(operation, shared.variables) };
  const checkRefusal = async (kind: Kind) => {
    const as = world.people[kind];
    const answer = await ask(world.server, root, shared, as);
    const wanted = rule[kind] === "ignored" ? "allowed" : rule[kind];
    if (answer.outcome !== wanted)
      differences.push(`${kind} got ${answer.outcome} instead of ${rule[kind]} ${answer.text.slice(0, 300)}`);
    // The owner's own refusal may reveal who owns the object.
    if (operation.target && rule[kind] !== "BAD_INPUT") {
      const none = await ask(world.server, root, missing, as);
      if (none.text !== answer.text)
        differences.push(
          `${kind} can tell the owner's from one that doesn't exist: ${answer.text.slice(0, 200)} / ${none.text.slice(0, 200)}`,
        );
    }
  };
  // Refused requests change nothing, so they may run at once.
  await Promise.all(kinds.filter((kind) => !passes(kind)).map(checkRefusal));
  let call = shared;
  for (const kind of kinds.filter(passes)) {
    const entries = await auditEntriesOf(world);
    const answer = await ask(world.server, root, call, world.people[kind]);
    // What staff may do and a member may not.
    if (root === "Mutation" && kind === "admin" && !passes("member") && !passes("owner")) {
      const isAudited = (await auditEntriesOf(world)) > entries;
      if (isAudited === (unaudited !== undefined))
        differences.push(
          unaudited === undefined
            ? `records no entry in the audit log (${answer.outcome}): record one, or say why not by \`unaudited\``
            : "records an entry in the audit log: remove `unaudited` from its rule",
        );
    }
    if (answer.outcome !== "allowed" && !past.includes(answer.outcome))
      differences.push(`${kind} got ${answer.outcome} instead of allowed ${answer.text.slice(0, 300)}`);
    if (secret && answer.text.includes(secret.text(world)) !== secret.to.includes(kind))
      differences.push(`${kind} ${secret.to.includes(kind) ? "misses" : "sees"} what is the owner's`);
    if (root !== "Query") call = await newCall();
  }
  if (operation.changesPeople) world = await renewPeople(world);
  return { world, differences };
}

async function auditEntriesOf({ server }: World): Promise<number> {
  const { rows } = await server.pool.query<{ count: number }>(
    "select count(*)::int as count from identity.staff_acts",
  );
  return rows[0]!.count;
}
