import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  {
    path: patterns.inbox,
    page: () => import("./pages/inbox-page.tsx"),
    firstQuery: {
      operationName: "Notifications",
      variables: { first: 20, after: null },
    },
  },
  {
    path: patterns.message,
    page: () => import("./pages/message-page.tsx"),
    firstQuery: { operationName: "ReceivedMessage", variables: { id: { param: "id" } } },
  },
  {
    path: patterns.notificationSettings,
    page: () => import("./pages/settings-page.tsx"),
    firstQuery: { operationName: "NotificationSettings", variables: {} },
  },
];
