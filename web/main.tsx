import './app/app.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readBoot } from './app/boot.ts'
import { BootContext } from './app/boot-context.ts'
import { createAppRouter } from './app/router.tsx'
import { startPageViews } from './app/page-views/start.ts'
import { reloadOnStaleBuild } from './app/stale-build.ts'
import { GraphqlProvider } from './graphql/provider.tsx'
import { browserDoors, Session } from './graphql/session.ts'

// The source language is compiled into the code, so that its catalogue is empty.
i18n.loadAndActivate({ locale: 'en', messages: {} })
reloadOnStaleBuild()

const boot = readBoot()
const session = new Session(browserDoors(), boot.accessToken)
// Somebody is always signed in, also on a page that asks for nothing; a failure is in the session's state.
void session.token().catch(() => undefined)
const router = createAppRouter({ calm: matchMedia('(prefers-reduced-motion: reduce)').matches })
const pageViews = startPageViews(boot, session)
router.subscribe("onResolved", ({ pathChanged }) => {
  if (pathChanged) pageViews.pathChanged()
})

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const started = router.load()
// With nothing missing the first paint is the page itself; otherwise the loader counts while the page's code comes.
if (boot.accessToken) await started
createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <BootContext value={boot}>
        <GraphqlProvider session={session} boot={boot}>
          <RouterProvider router={router} />
        </GraphqlProvider>
      </BootContext>
    </I18nProvider>
  </StrictMode>,
)
