import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { subjectsTo } from "../../../testing/mailbox.ts";
import { subscribeAs } from "../testing.ts";

/** What staff see of a person. */
interface StudioPerson {
  name: string;
  planVersion: number | null;
  isComplimentary: boolean;
  credit: { currencyCode: string; amount: number }[];
  subscription: {
    id: string;
    status: string;
    nextBillingAt: string | null;
    accessEndsAt: string | null;
    pauseCredit: number | null;
  } | null;
  invoices: {
    items: {
      refundable: number;
      planVersion: number | null;
      unused: { amount: number; days: number } | null;
      invoice: { id: string; total: number; creditNotes: { amount: number }[] };
    }[];
  };
}
const shown = `name planVersion isComplimentary credit { currencyCode amount }
  subscription { id status nextBillingAt accessEndsAt pauseCredit }
  invoices { items { refundable planVersion unused { amount days } invoice { id total creditNotes { amount } } } }`;
const types: Record<string, string> = {
  key: "ID!",
  personId: "ID!",
  subscriptionId: "ID!",
  invoiceId: "ID!",
  planId: "ID!",
  version: "Int!",
  code: "String!",
  endVersion: "Int",
  amount: "Int!",
  refundable: "Int!",
  balance: "Int!",
  nextAmount: "Int!",
  days: "Int!",
  months: "Int!",
  atPeriodEnd: "Boolean!",
  reason: "String!",
  currencyCode: "String!",
  until: "DateTime!",
};

/** Reads and acts as an admin of the studio's people pages. */
export function actingAsStaff(server: TestServer, admin: TestPerson) {
  const read = async ({ id }: TestPerson): Promise<StudioPerson> => {
    const { data, errors } = await server.graphql<{ studioPerson: StudioPerson }>(
      `query ($id: ID!) { studioPerson(id: $id) { ${shown} } }`,
      { id },
      { as: admin },
    );
    expect(errors).toEqual([]);
    return data!.studioPerson;
  };
  /** Acts as staff. @returns the error's code, or null */
  const act = async (
    name: string,
    { id }: TestPerson,
    given: Record<string, unknown>,
    as: TestPerson = admin,
  ): Promise<string | null> => {
    const all: Record<string, unknown> = { personId: id, key: randomUUID(), ...given };
    const names = Object.keys(all);
    const { errors } = await server.graphql(
      `mutation (${names.map((one) => `$${one}: ${types[one]}`).join(", ")}) {
       ${name}(${names.map((one) => `${one}: $${one}`).join(", ")}) { id } }`,
      all,
      { as },
    );
    return errors[0]?.extensions.code ?? null;
  };
  const payer = async (planId = "premium-monthly", more: object = { withoutTrial: true }) => {
    const person = await server.member();
    await subscribeAs(server, person, { planId, ...more });
    return person;
  };
  const audit = async (action: string) =>
    (
      await server.pool.query<{ subject: string; details: Record<string, unknown> }>(
        "select subject, details from identity.staff_acts where action = $1 order by happened_at desc limit 1",
        [action],
      )
    ).rows[0];
  /** What the provider holds of a person. */
  const held = async ({ id }: TestPerson): Promise<number> => {
    const { rows } = await server.pool.query<{ sum: number }>(
      `select coalesce(sum(amount_paid - amount_refunded), 0)::int as sum from billing.invoices where account_id = $1`,
      [id],
    );
    return rows[0]!.sum;
  };
  /** The subjects of all emails to a person. */
  const subjects = async ({ id }: TestPerson): Promise<string[]> => {
    const { rows } = await server.pool.query<{ address: string }>(
      `select coalesce("pendingEmail", email) as address from identity."user" where id = $1`,
      [id],
    );
    return subjectsTo(server, rows[0]!.address);
  };
  return { read, act, payer, audit, held, subjects };
}
