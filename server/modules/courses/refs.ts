import { builder } from "../../platform/graphql/builder.ts";
import type { CourseRow } from "./store.ts";

export const Course = builder.objectRef<CourseRow>("Course");
