import { t } from "@lingui/core/macro";
import { CalendarPlus, CircleX, Clapperboard, Gift, User } from "lucide-react";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import type { LucideIcon } from "../../../ui/icon.tsx";
import { areaTexts } from "./area-texts.ts";
import { areaIcons } from "./studio-menu.tsx";
import type { Area } from "./use-areas.ts";

export const SearchQuery = graphql(`
  query StudioSearch($search: String!, $people: Boolean!, $classes: Boolean!, $drafts: Boolean!) {
    studioPeople(filter: { search: $search }, pagination: { first: 5 }) @include(if: $people) {
      items {
        id
        name
        email
        isGuest
        subscription {
          id
          status
          nextBillingAt
          plan {
            id
            name
          }
        }
      }
    }
    drafts(search: $search, pagination: { first: 5 }) @include(if: $drafts) {
      items {
        id
        classId
        title
      }
    }
    instructorClasses(search: $search, pagination: { first: 5 }) @include(if: $classes) {
      items {
        id
        classId
        title
        instructor {
          slug
          name
        }
      }
    }
  }
`);
export type Found = ResultOf<typeof SearchQuery>;

/** A result: what it is, and the address that choosing it opens. */
export type Item = {
  id: string;
  icon: LucideIcon;
  name: string;
  note: string | null;
  to: string;
  act?: string;
};
export type Group = { id: string; name: string; items: Item[] };

type Person = NonNullable<NonNullable<Found["studioPeople"]>["items"]>[number];

const nameOf = ({ name, email }: Person): string | null => name || email;

export function peopleGroup(found: Found | undefined): Group {
  const items = (found?.studioPeople?.items ?? []).map((person) => ({
    id: `person ${person.id}`,
    icon: User,
    name: [person.name, person.email].filter(Boolean).join(" · ") || t`Guest`,
    note: person.subscription?.plan.name ?? null,
    to: paths.studioPerson(person.id),
  }));
  return { id: "people", name: t`People`, items };
}

/** What can be done for the first person found; each opens its dialog at once. */
export function actGroup(found: Found | undefined): Group {
  const person = found?.studioPeople?.items[0];
  const name = (person && nameOf(person)) ?? t`Guest`;
  const group = { id: "acts", name: t`Actions for ${name}` };
  if (!person) return { ...group, items: [] };
  const isRunning = ["active", "in_trial"].includes(person.subscription?.status ?? "");
  const act = (key: string, label: string, icon: LucideIcon): Item => ({
    id: `act ${key}`,
    icon,
    name: label,
    note: null,
    to: paths.studioPerson(person.id),
    act: key,
  });
  return {
    ...group,
    items: [
      ...(isRunning ? [act("cancel", t`Cancel plan`, CircleX), act("days", t`Free days`, CalendarPlus)] : []),
      act("credit", t`Give credit`, Gift),
    ],
  };
}

export function classesGroup(found: Found | undefined): Group {
  const draft = t`Draft`;
  const drafts = (found?.drafts?.items ?? []).map(({ classId, title }) => ({
    id: `class ${classId}`,
    icon: Clapperboard,
    name: title || draft,
    note: draft,
    to: paths.editClass(classId),
  }));
  const published = (found?.instructorClasses?.items ?? []).map(({ classId, title, instructor }) => ({
    id: `class ${classId}`,
    icon: Clapperboard,
    name: title,
    note: instructor.name,
    to: paths.editClass(classId),
  }));
  return { id: "classes", name: t`Classes`, items: [...drafts, ...published] };
}

/** Pages whose name or description has every word that was typed; all without one. */
export function pagesGroup(areas: readonly Area[], text: string): Group {
  const texts = areaTexts();
  const words = text.toLowerCase().split(/\s+/);
  const items = areas.flatMap(({ key }) => {
    const page = texts[key];
    const within = `${page.name} ${page.words}`.toLowerCase();
    return words.every((word) => within.includes(word))
      ? [{ id: `page ${key}`, icon: areaIcons[key], name: page.name, note: null, to: page.to }]
      : [];
  });
  return { id: "pages", name: t`Pages`, items };
}
