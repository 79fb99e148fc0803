import { builder } from "../../../platform/graphql/builder.ts";
import type { Follow } from "./following.ts";

export const FollowType = builder.objectRef<Follow>("Follow");
