import { useEffect, useState } from "react";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { useClient } from "../../../graphql/hooks.ts";

const CoursesQuery = graphql(`
  query MessageCourses($after: String) {
    courses(pagination: { first: 100, after: $after }) {
      nextCursor
      items {
        id
        title
      }
    }
  }
`);
type Courses = ResultOf<typeof CoursesQuery>["courses"]["items"];

/** Every published course, as far as its pages have loaded. */
export function usePublishedCourses(): Courses {
  const client = useClient();
  const [courses, setCourses] = useState<Courses>([]);
  useEffect(() => {
    let isLeft = false;
    const load = async (after: string | null, earlier: Courses): Promise<void> => {
      const { data } = await client.query(CoursesQuery, { after });
      if (!data || isLeft) return;
      const { items, nextCursor } = data.courses;
      const loaded = [...earlier, ...items];
      setCourses(loaded);
      if (nextCursor) await load(nextCursor, loaded);
    };
    void load(null, []);
    return () => {
      isLeft = true;
    };
  }, [client]);
  return courses;
}
