import { useLingui } from '@lingui/react/macro'
import { Bookmark, BookmarkCheck } from 'lucide-react'
import { useState } from 'react'
import { useMutation } from 'urql'
import { graphql } from '../../../graphql/graphql.ts'

const SaveClassMutation = graphql(`
  mutation SaveClass($classId: ID!) {
    saveClass(classId: $classId) {
      id
      isSaved
    }
  }
`)
const UnsaveClassMutation = graphql(`
  mutation UnsaveClass($classId: ID!) {
    unsaveClass(classId: $classId) {
      id
      isSaved
    }
  }
`)

/** Saves the class, or takes it off the list; answers at once and says so when it was taken back. `id`: the class's own. */
export function SaveToggle({ id, isSaved }: { id: string; isSaved: boolean }) {
  const { t } = useLingui()
  const [, save] = useMutation(SaveClassMutation)
  const [, unsave] = useMutation(UnsaveClassMutation)
  const [failed, setFailed] = useState(false)
  const toggle = async (): Promise<void> => {
    setFailed(false)
    const { error } = await (isSaved ? unsave : save)({ classId: id })
    if (error) setFailed(true)
  }
  const Icon = isSaved ? BookmarkCheck : Bookmark
  return (
    <div>
      <button type="button" className="btn btn-w" aria-pressed={isSaved} onClick={() => void toggle()}>
        <Icon className="ic" aria-hidden="true" />
        {isSaved ? t`Saved` : t`Save`}
      </button>
      <p role="alert" className="hint hint-bad">
        {failed ? t`That didn’t reach the studio, so it was taken back. Try once more.` : null}
      </p>
    </div>
  )
}
