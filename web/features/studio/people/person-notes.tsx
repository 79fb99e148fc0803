import { useLingui } from "@lingui/react/macro";
import { useState, type SubmitEvent } from "react";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";

const NotesQuery = graphql(`
  query StudioPersonNotes($id: ID!, $after: String) {
    studioPerson(id: $id) {
      id
      notes(pagination: { first: 10, after: $after }) {
        nextCursor
        items {
          id
          at
          text
          by
          canRemove
        }
      }
    }
  }
`);
type Note = ResultOf<typeof NotesQuery>["studioPerson"]["notes"]["items"][number];

const AddNote = graphql(`
  mutation StudioAddNote($personId: ID!, $id: ID!, $text: String!) {
    studioAddNote(personId: $personId, id: $id, text: $text) {
      id
    }
  }
`);
const RemoveNote = graphql(`
  mutation StudioRemoveNote($personId: ID!, $id: ID!) {
    studioRemoveNote(personId: $personId, id: $id) {
      id
    }
  }
`);
defineCacheUpdates({ studioAddNote: invalidateQueries, studioRemoveNote: invalidateQueries });

/** What staff wrote down about a person, and a field for another note. */
export function PersonNotes({ personId }: { personId: string }) {
  const { t } = useLingui();
  return (
    <section className="stack gap-3" aria-labelledby="person-notes">
      <h2 className="t4" id="person-notes">{t`Notes`}</h2>
      <NoteForm personId={personId} />
      <PagedList list={`notes about ${personId}`}>
        {(page) => <NotesPage {...page} personId={personId} />}
      </PagedList>
    </section>
  );
}

function NoteForm({ personId }: { personId: string }) {
  const { t } = useLingui();
  const [id, setId] = useState(() => crypto.randomUUID());
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  const [{ fetching }, add] = useMutation(AddNote);
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (fetching) return;
    if (text.trim() === "") {
      setFault(t`Write a note.`);
      return;
    }
    const { error } = await add({ personId, id, text });
    if (error) {
      setFault(error.graphQLErrors[0]?.message ?? t`We couldn’t connect. Nothing changed.`);
      return;
    }
    setFault(undefined);
    setText("");
    setId(crypto.randomUUID());
  };
  return (
    <form className="stack gap-3" onSubmit={(event) => void submit(event)}>
      <LinesField
        label={t`New note`}
        hint={t`Only the team sees notes. The member gets them with their data export.`}
        fault={fault}
        rows={2}
        most={2000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" aria-disabled={fetching || undefined}>{t`Add note`}</Button>
      </div>
    </form>
  );
}

function NotesPage({ personId, after, further }: { personId: string } & ListPage) {
  const { t } = useLingui();
  const query = useQuery({
    query: NotesQuery,
    variables: { id: personId, after },
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  if (!data)
    return error ? (
      <QueryError query={query} title={t`Couldn’t load the notes`}>
        {t`We couldn’t connect. Nothing changed.`}
      </QueryError>
    ) : null;
  const { items, nextCursor } = data.studioPerson.notes;
  return (
    <>
      {items.length > 0 && (
        <ol className="person-invoices">
          {items.map((note) => (
            <NoteRow key={note.id} personId={personId} note={note} />
          ))}
        </ol>
      )}
      {further(nextCursor)}
    </>
  );
}

function NoteRow({ personId, note }: { personId: string; note: Note }) {
  const { t } = useLingui();
  const [fault, setFault] = useState<string | null>(null);
  // A note is gone for good: the first press asks.
  const [isAsked, setAsked] = useState(false);
  const [{ fetching }, remove] = useMutation(RemoveNote);
  const { by } = note;
  const removeIt = async (): Promise<void> => {
    if (fetching) return;
    const { error } = await remove({ personId, id: note.id });
    setFault(error ? (error.graphQLErrors[0]?.message ?? t`We couldn’t connect. Nothing changed.`) : null);
  };
  return (
    <li>
      <p className="person-note" dir="auto">
        {note.text}
      </p>
      <div className="t1 muted person-event">
        {by && <span>{t`by ${by}`}</span>}
        <time dateTime={note.at}>{formatMoment(new Date(note.at), "dateTime")}</time>
        {note.canRemove && (
          <button
            type="button"
            className="link"
            onClick={() => (isAsked ? void removeIt() : setAsked(true))}
            onBlur={() => setAsked(false)}
          >
            {isAsked ? t`Remove for good` : t`Remove note`}
          </button>
        )}
      </div>
      {fault && (
        <p className="hint hint-bad" role="alert">
          {fault}
        </p>
      )}
    </li>
  );
}
