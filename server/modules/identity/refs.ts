import type { AccountRow } from "./store-account.ts";
import { builder } from "../../platform/graphql/builder.ts";
import type { Family as FamilyRow } from "./family.ts";
import type { MemberRow } from "./store-family.ts";
import type { PersonRow, PublicPerson } from "./store.ts";

/** A person, in GraphQL. Other modules add their fields to it. */
export const User = builder.objectRef<PersonRow>("User");
/** Somebody who dances under the viewer's account. */
export const FamilyMember = builder.objectRef<MemberRow>("FamilyMember");
/** Who dances under the viewer's account. */
export const Family = builder.objectRef<FamilyRow>("Family");
/** A person as they stand beside what they wrote or counted. */
export const LeaderboardUser = builder.objectRef<PublicPerson>("LeaderboardUser");

/** How the viewer gets in, in GraphQL. */
export const Account = builder.objectRef<AccountRow>("Account");
