import { useLingui } from "@lingui/react/macro";
import {
  ChartLine,
  ChartNoAxesColumn,
  CircleAlert,
  CircleQuestionMark,
  Clapperboard,
  Compass,
  FileMusic,
  FlaskConical,
  FolderDown,
  Funnel,
  Gift,
  House,
  IdCard,
  LibraryBig,
  ListChecks,
  ListOrdered,
  Megaphone,
  Music,
  PanelsTopLeft,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  Tags,
  Ticket,
  Trophy,
  UserPlus,
  Users,
} from "lucide-react";
import { paths } from "../../../lib/paths.ts";
import { Link, useLocation } from "../../../lib/router/index.ts";
import { Icon, type LucideIcon } from "../../../ui/icon.tsx";
import { areaTexts } from "./area-texts.ts";
import type { Area, AreaKey } from "./use-areas.ts";

export const areaIcons: Record<AreaKey, LucideIcon> = {
  classes: Clapperboard,
  figures: ChartNoAxesColumn,
  library: LibraryBig,
  songs: Music,
  royalties: FileMusic,
  courses: ListOrdered,
  challenges: Trophy,
  questions: CircleQuestionMark,
  people: Users,
  messages: Megaphone,
  memberImport: UserPlus,
  moderation: ShieldCheck,
  money: ChartLine,
  plans: Tags,
  coupons: Ticket,
  giftCards: Gift,
  funnel: Funnel,
  attribution: Compass,
  experiments: FlaskConical,
  opening: ListChecks,
  settings: Settings,
  landing: PanelsTopLeft,
  legal: Scale,
  staff: IdCard,
  audit: ScrollText,
  export: FolderDown,
  failedJobs: CircleAlert,
};

const groups = [
  {
    key: "classes",
    areas: ["classes", "courses", "songs", "royalties", "figures", "library", "challenges", "questions"],
  },
  { key: "people", areas: ["people", "memberImport", "messages", "moderation"] },
  { key: "money", areas: ["money", "plans", "coupons", "giftCards"] },
  { key: "growth", areas: ["funnel", "attribution", "experiments"] },
  {
    key: "studio",
    areas: ["opening", "settings", "landing", "legal", "staff", "audit", "export", "failedJobs"],
  },
] as const satisfies readonly { key: string; areas: readonly AreaKey[] }[];

/** The studio's pages in groups, with the number of items that wait on each. The page that is open is marked. */
export function StudioMenu({ areas, onFollow }: { areas: readonly Area[]; onFollow?: () => void }) {
  const { t } = useLingui();
  const pathname = useLocation({ select: (now) => now.pathname });
  const texts = areaTexts();
  const names = {
    classes: t`Classes`,
    people: t`People`,
    money: t`Money`,
    growth: t`Growth`,
    studio: t`Studio`,
  };
  const item = (key: AreaKey) => {
    const area = areas.find((one) => one.key === key);
    if (!area) return null;
    const { to, name } = texts[key];
    const isWithin = pathname.startsWith(`${to}/`);
    return (
      <li key={key}>
        <Link to={to} onClick={onFollow} {...(isWithin ? { "aria-current": "true" } : {})}>
          <Icon of={areaIcons[key]} size="s" />
          {name}
          {area.waiting ? <span className="tn muted">{area.waiting}</span> : null}
        </Link>
      </li>
    );
  };
  return (
    <nav className="studio-menu" aria-label={t`Studio`}>
      <ul>
        <li>
          <Link to={paths.studio()} onClick={onFollow}>
            <Icon of={House} size="s" />
            {t`Studio`}
          </Link>
        </li>
      </ul>
      {groups.map((group) => {
        const items = group.areas.map(item).filter((one) => one !== null);
        return (
          items.length > 0 && (
            <div key={group.key}>
              <p className="t1 muted">{names[group.key]}</p>
              <ul>{items}</ul>
            </div>
          )
        );
      })}
    </nav>
  );
}
