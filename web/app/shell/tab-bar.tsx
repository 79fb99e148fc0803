import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Bookmark, LibraryBig, Play, User } from 'lucide-react'
import { paths } from '../../lib/paths.ts'

/** The main navigation of phones and small tablets. */
export function TabBar() {
  const { t } = useLingui()
  return (
    <nav className="tab-bar" aria-label={t`Main`}>
      <Link to={paths.dashboard()}>
        <Play aria-hidden="true" />
        {t`Tonight`}
      </Link>
      <Link to={paths.library()} activeOptions={{ includeSearch: false }}>
        <LibraryBig aria-hidden="true" />
        {t`Library`}
      </Link>
      <Link to={paths.saved()} activeOptions={{ includeSearch: false }}>
        <Bookmark aria-hidden="true" />
        {t`Saved`}
      </Link>
      <Link to={paths.settings()}>
        <User aria-hidden="true" />
        {t`You`}
      </Link>
    </nav>
  )
}
