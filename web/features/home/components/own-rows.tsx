import { ComingUp } from "../../catalog/public/coming-up.tsx";
import { MyCourses } from "../../courses/public/my-courses.tsx";
import { WeekCard } from "../../practice/public/week-card.tsx";

/** The viewer's week, the courses that they joined, and what comes of what they follow. */
export function OwnRows() {
  return (
    <>
      <WeekCard />
      <MyCourses />
      <ComingUp />
    </>
  );
}
