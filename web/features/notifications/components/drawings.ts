import {
  AtSign,
  Award,
  CalendarDays,
  CreditCard,
  Heart,
  Megaphone,
  MessageCircle,
  ShieldCheck,
  Trophy,
  UserPlus,
  Video,
  type LucideIcon,
} from "lucide-react";
import type { EnumValue } from "../../../graphql/graphql.ts";

/** The drawing of each icon that a kind of notification may have. */
export const drawings: Readonly<Record<EnumValue<"NotificationIcon">, LucideIcon>> = {
  announcement: Megaphone,
  award: Award,
  calendar: CalendarDays,
  card: CreditCard,
  comment: MessageCircle,
  follower: UserPlus,
  heart: Heart,
  mention: AtSign,
  shield: ShieldCheck,
  trophy: Trophy,
  video: Video,
};
