import { useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { graphql } from '../../../graphql/graphql.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { paths } from '../../../lib/paths.ts'
import { EmptyState } from '../../../ui/state.tsx'
import { ClassList } from '../embeds/class-list.tsx'
import { useClassWords } from '../embeds/words.ts'
import { readFilters, toFilters, type LibraryFilters } from '../parts/library-filters.ts'
import { Choice } from '../parts/choice.tsx'

const LibraryQuery = graphql(`
  query Library {
    styles {
      slug
      name
    }
    sections {
      slug
      name
    }
  }
`)

/** A search begins this long after the last letter, in milliseconds. */
const typingMs = 250

export function Page() {
  const { t } = useLingui()
  const words = useClassWords()
  usePageTitle(t`Library`)
  const navigate = useNavigate()
  const chosen = readFilters(useSearch({ strict: false }) as Record<string, unknown>)
  const [{ data }] = useQuery({ query: LibraryQuery })
  const [text, setText] = useState(chosen.q)
  const input = useRef<HTMLInputElement>(null)

  const choose = (change: Partial<LibraryFilters>): void => {
    void navigate({ to: paths.library(), search: { ...chosen, ...change }, replace: true, resetScroll: false })
  }
  useEffect(() => {
    if (text === chosen.q) return
    const timer = setTimeout(() => choose({ q: text }), typingMs)
    return () => clearTimeout(timer)
  })
  // Going back brings another search than the field's.
  const [known, setKnown] = useState(chosen.q)
  if (known !== chosen.q) {
    setKnown(chosen.q)
    if (document.activeElement !== input.current) setText(chosen.q)
  }
  useEffect(() => {
    if (location.hash === '#search') input.current?.focus()
  }, [])

  const count = Object.entries(chosen).filter(([name, value]) => value !== '' && name !== 'q' && name !== 'sort').length
  const reset = (): void => {
    setText('')
    choose({ q: '', level: '', style: '', type: '', access: '', length: '', section: '' })
  }
  return (
    <div className="page page-top">
      <h1 className="d1 d1-page">{t`Library`}</h1>
      <search className="library-filters">
        <label className="field library-search">
          <span className="lab">{t`Search`}</span>
          <input
            ref={input}
            className="in"
            type="search"
            value={text}
            placeholder={t`A step, a style, a teacher`}
            autoComplete="off"
            enterKeyHint="search"
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <Choice label={t`Style`} all={t`All styles`} value={chosen.style} options={(data?.styles ?? []).map((style) => [style.slug, style.name])} onChoose={(style) => choose({ style })} />
        <Choice label={t`Level`} all={t`All levels`} value={chosen.level} options={Object.entries(words.levels)} onChoose={(level) => choose({ level })} />
        <Choice label={t`Kind`} all={t`All kinds`} value={chosen.type} options={Object.entries(words.types)} onChoose={(type) => choose({ type })} />
        <Choice
          label={t`Length`}
          all={t`Any length`}
          value={chosen.length}
          options={[
            ['8', t`Under 8 min`],
            ['12', t`Under 12 min`],
            ['20', t`Under 20 min`],
          ]}
          onChoose={(length) => choose({ length })}
        />
        <Choice label={t`Section`} all={t`All sections`} value={chosen.section} options={(data?.sections ?? []).map((section) => [section.slug, section.name])} onChoose={(section) => choose({ section })} />
        <Choice label={t`Opens with`} all={t`Any access`} value={chosen.access} options={Object.entries(words.access)} onChoose={(access) => choose({ access })} />
        <Choice
          label={t`Order`}
          all={chosen.q ? t`Best match` : t`Newest`}
          value={chosen.sort}
          options={[
            ...(chosen.q ? ([['newest', t`Newest`]] as const) : []),
            ['shortest', t`Shortest`],
            ['title', t`By title`],
          ]}
          onChoose={(sort) => choose({ sort })}
        />
      </search>
      <ClassList
        key={JSON.stringify(chosen)}
        {...toFilters(chosen)}
        empty={
          <EmptyState
            title={t`Nothing fits all of that`}
            action={
              <button type="button" className="btn" onClick={reset}>
                {t`Start over`}
              </button>
            }
          >
            {count > 0 ? t`Try fewer filters, or another word.` : t`Try another word: a step, a style, or a teacher’s name.`}
          </EmptyState>
        }
      />
    </div>
  )
}
