import { sql } from "kysely";
import { statement, statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import {
  accountsOfCouponSql,
  accountsOfDigitsSql,
  accountsOfNumberSql,
  payersSql,
} from "../../billing/index.ts";
import type { PayerParams, PayerShape } from "../../billing/index.ts";
import { accountsOfWordsSql, accountsSql, profileIdsSql } from "../../identity/index.ts";
import { dancedSql } from "../../practice/index.ts";

/** An account, as staff list it. */
export interface ListedPerson {
  readonly id: string;
  readonly name: string;
  readonly username: string | null;
  readonly image: string | null;
  /** Null for guests. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly isAnonymous: boolean;
  readonly joinedAt: Date;
  /** `joinedAt` to the microsecond, for cursors. */
  readonly position: string;
}

/** Which parts of the statement a filter needs. */
interface Shape {
  readonly isSearch: boolean;
  /** Null without a condition on plans. */
  readonly payer: PayerShape | null;
  readonly hasCoupon: boolean;
  readonly danced: "any" | "never" | "since" | "before";
  readonly isAfter: boolean;
}
export interface PeopleParams extends PayerParams {
  readonly words: string | null;
  readonly number: string | null;
  readonly digits: string | null;
  readonly coupon: string | null;
  readonly joinedFrom: Date | null;
  readonly joinedBefore: Date | null;
  readonly dancedAt: Date | null;
  readonly afterJoined: string | null;
  readonly afterId: string | null;
  readonly first: number;
}

const selectPeople = statementByShape<Shape, PeopleParams, ListedPerson>(
  "studio.list_people",
  ({ isSearch, payer, hasCoupon, danced, isAfter }, p) => {
    const profiles = profileIdsSql(sql`person.id`);
    const dance = {
      any: sql``,
      never: sql`and not ${dancedSql(profiles)}`,
      since: sql`and ${dancedSql(profiles, p.dancedAt)}`,
      before: sql`and ${dancedSql(profiles)} and not ${dancedSql(profiles, p.dancedAt)}`,
    }[danced];
    return sql`
      ${
        isSearch
          ? sql`with found as materialized (
              select id from ${accountsOfWordsSql(p.words)} as named
              union select id from ${accountsOfNumberSql(p.number)} as numbered
              union select id from ${accountsOfDigitsSql(p.digits)} as carded)`
          : sql``
      }
      select id, name, username, image, email, "isEmailVerified", "isAnonymous", "joinedAt", "joinedAt"::text as position
      from ${accountsSql()} as person
      where ${isSearch ? sql`id in (select id from found)` : payer || hasCoupon ? sql`true` : sql`not "isAnonymous"`}
        ${payer ? sql`and id in ${payersSql(payer, p)}` : sql``}
        and "joinedAt" >= coalesce(${p.joinedFrom}::timestamptz, '-infinity')
        and "joinedAt" < coalesce(${p.joinedBefore}::timestamptz, 'infinity')
        ${hasCoupon ? sql`and id in ${accountsOfCouponSql(p.coupon)}` : sql``}
        ${dance}
        ${isAfter ? sql`and ("joinedAt", id) < (${p.afterJoined}::timestamptz, ${p.afterId}::uuid)` : sql``}
      order by "joinedAt" desc, id desc limit ${p.first}::int`;
  },
);

const selectPerson = statement<{ id: string }, ListedPerson>(
  "studio.find_person",
  (p) => sql`
    select id, name, username, image, email, "isEmailVerified", "isAnonymous", "joinedAt", "joinedAt"::text as position
    from ${accountsSql()} as person where id = ${p.id}::uuid`,
);

/** An account; null for profiles of a family and unknown ids. */
export const findPerson = (db: Db, id: string): Promise<ListedPerson | null> =>
  db.maybe(selectPerson, { id });

/** Accounts that a filter fits, newest first. Guests are found by what they bought alone. */
export const listPeople = (
  db: Db,
  shape: Omit<Shape, "isAfter">,
  params: PeopleParams,
): Promise<ListedPerson[]> => db.many(selectPeople({ ...shape, isAfter: params.afterId !== null }), params);
