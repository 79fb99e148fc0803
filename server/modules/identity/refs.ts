import type { AccountRow } from "./accounts/store-account.ts";
import { builder } from "../../platform/graphql/builder.ts";
import type { Family as FamilyRow } from "./family/family.ts";
import type { MemberRow } from "./family/store.ts";
import type { PersonRow, PublicPerson } from "./store.ts";

/** A person in GraphQL. Other modules add fields. */
export const User = builder.objectRef<PersonRow>("User");
/** A profile of the viewer's account. */
export const FamilyMember = builder.objectRef<MemberRow>("FamilyMember");
/** The family of the viewer's account. */
export const Family = builder.objectRef<FamilyRow>("Family");
/** A person as shown next to their content or rank. */
export const LeaderboardUser = builder.objectRef<PublicPerson>("LeaderboardUser");

/** The viewer's account and credentials in GraphQL. */
export const Account = builder.objectRef<AccountRow>("Account");
