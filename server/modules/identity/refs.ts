import { builder } from "../../platform/graphql/builder.ts";
import type { PersonRow } from "./store.ts";

/** A person, in GraphQL. Other modules add their fields to it. */
export const User = builder.objectRef<PersonRow>("User");
