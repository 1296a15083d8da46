import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import type { SavedList } from '@dolphin/domain/staff/saved-list'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Waiting } from '../app/reading.tsx'
import { type CallResult, type CallValue, call } from '../calls/call.ts'
import { failureText, fieldFaults } from '../calls/failure-text.ts'
import { failureOf, queryClient, reads } from '../calls/queries.ts'
import { ActForm } from '../form/act-form.tsx'
import { TextField } from '../form/text-field.tsx'
import { listText } from './messages.ts'
import styles from './saved-views.module.css'
import type { ListPlace } from './use-list-place.ts'

type Views = CallValue<'listSavedView'>['views']
type View = Views[number]

interface SavedViewsProps {
  list: SavedList
  place: Pick<ListPlace, 'search' | 'show'>
}

/** The reader's own named filters of a list: to take one up, to name the present one, to rename and remove. */
export function SavedViews({ list, place }: SavedViewsProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    if (menu.current) menu.current.open = false
  }
  return (
    <details
      ref={menu}
      className={styles.menu}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{listText.views}</summary>
      {isOpen && (
        <div className={styles.panel}>
          <Menu list={list} place={place} onShown={close} />
        </div>
      )}
    </details>
  )
}

function Menu({ list, place, onShown }: SavedViewsProps & { onShown: () => void }) {
  const { data, error } = useQuery(reads('listSavedView', {}))
  const [renamed, setRenamed] = useState<string>()
  const [removed, setRemoved] = useState<View>()
  const failure = data === undefined ? failureOf(error) : undefined
  const views = data?.views.filter((view) => view.list === list) ?? []
  if (failure) return <p role="alert">{failureText(failure)}</p>
  if (data === undefined) return <Waiting />
  return (
    <>
      {views.length === 0 && <p className="muted">{listText.noViews}</p>}
      <ul className={styles.views}>
        {views.map((view) =>
          view.name === renamed ? (
            <li key={view.name}>
              <NameForm
                label={listText.newName}
                act={listText.rename}
                first={view.name}
                send={(newName) => call('renameView', { body: { list, name: view.name, newName } })}
                onDone={() => setRenamed(undefined)}
              />
            </li>
          ) : (
            <li key={view.name}>
              <button
                type="button"
                className={styles.view}
                aria-current={view.search === place.search ? 'true' : undefined}
                onClick={() => {
                  place.show(view.search)
                  onShown()
                }}
              >
                {view.name}
              </button>
              <Button
                variant="quiet"
                aria-label={listText.renameOf(view.name)}
                onClick={() => setRenamed(view.name)}
              >
                {listText.rename}
              </Button>
              <Step
                label={listText.removeOf(view.name)}
                text={listText.remove}
                send={() => call('removeView', { body: { list, name: view.name } })}
                onDone={() => setRemoved(view)}
              />
            </li>
          ),
        )}
      </ul>
      <p role="status" className={styles.removed}>
        {removed && (
          <>
            {listText.removed(removed.name)}{' '}
            <Step
              label={listText.undo}
              text={listText.undo}
              send={() => call('saveView', { body: removed })}
              onDone={() => setRemoved(undefined)}
            />
          </>
        )}
      </p>
      <NameForm
        label={listText.viewName}
        act={listText.saveView}
        first=""
        send={(name) => call('saveView', { body: { list, name, search: place.search } })}
        onDone={() => setRemoved(undefined)}
      />
    </>
  )
}

type SendViews = () => Promise<CallResult<CallValue<'listSavedView'>>>

/** Each change answers all views as they are then. */
const keep = (views: CallValue<'listSavedView'>): void => {
  queryClient.setQueryData(reads('listSavedView', {}).queryKey, views)
}

interface StepProps {
  label: string
  text: string
  send: SendViews
  onDone: () => void
}

/** A change that needs no field; why it did not work stands beside it. */
function Step({ label, text, send, onDone }: StepProps) {
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    const result = await send()
    if (!result.ok) return setTrouble(failureText(result.failure))
    onDone()
    keep(result.value)
  })
  return (
    <>
      <Button variant="quiet" busy={busy} aria-label={label} onClick={() => void start()}>
        {text}
      </Button>
      {trouble !== undefined && (
        <span role="alert" className="small">
          {trouble}
        </span>
      )}
    </>
  )
}

interface NameFormProps {
  label: string
  act: string
  first: string
  send: (name: string) => ReturnType<SendViews>
  onDone: () => void
}

/** A name to type, and what is wrong with it. */
function NameForm({ label, act, first, send, onDone }: NameFormProps) {
  const [name, setName] = useState(first)
  const [error, setError] = useState<string>()
  const { busy, start } = useAct(async () => {
    const typed = name.trim()
    setError(typed === '' ? listText.nameMissing : undefined)
    if (typed === '') return
    const result = await send(typed)
    if (!result.ok) {
      const { name: ofName, newName } = fieldFaults(result.failure)
      return setError(ofName ?? newName ?? failureText(result.failure))
    }
    setName(first)
    onDone()
    keep(result.value)
  })
  return (
    <ActForm onSubmit={start}>
      <TextField label={label} value={name} error={error} onChange={setName} />
      <Button type="submit" variant="secondary" busy={busy}>
        {act}
      </Button>
    </ActForm>
  )
}
