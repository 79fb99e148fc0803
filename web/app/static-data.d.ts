import type { Chrome } from '../lib/route.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    chrome?: Chrome
  }
}
