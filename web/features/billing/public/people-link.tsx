import type { ReactNode } from "react";
import { writeFigure, type PeopleFigure } from "../../../../contract/people-figures.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";

/** A figure that opens the list of the people whom it counts. */
export function PeopleLink({ figure, children }: { figure: PeopleFigure; children: ReactNode }) {
  return (
    <Link className="link" to={paths.studioPeople()} search={{ figure: writeFigure(figure) }}>
      {children}
    </Link>
  );
}
