import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '../lib/search-params.ts'
import { patterns } from '../lib/paths.ts'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { routes } from './routes.ts'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage, errorComponent: ErrorPage })

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: patterns.dashboard, replace: true })
  },
})

const notFound = createRoute({ getParentRoute: () => root, path: patterns.notFound, component: NotFoundPage })

const pages = routes.map(({ path, page, chrome = 'full' }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    staticData: { chrome },
    component: lazyRouteComponent(async () => ({ default: (await page()).Page })),
  }),
)

/** The router of the whole app. `calm`: the person asked for reduced motion. */
export function createAppRouter({ calm }: { calm: boolean }) {
  return createRouter({
    routeTree: root.addChildren([start, notFound, ...pages]),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadDelay: 40,
    scrollRestoration: true,
    // Filters that live in the URL change the search alone; only another page crosses over.
    defaultViewTransition: calm ? false : { types: ({ pathChanged, fromLocation }) => (pathChanged && fromLocation ? ['page'] : false) },
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    notFoundMode: 'root',
  })
}
