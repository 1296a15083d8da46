import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { type CallValue, call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { isWholeNote, NoteField } from '../../form/note-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { dayAndTimeText } from '../../time/instant-text.ts'
import { FINDING_TEXTS, peopleText } from './messages.ts'
import styles from './people.module.css'

type AccountLink = CallValue<'listEmployee'>['links'][number]

interface AccountLinksProps {
  links: readonly AccountLink[]
  mayEnter: boolean
  onChanged: (line: string) => void
}

/** Accounts that may be of one person, with what was seen of them. */
export function AccountLinks({ links, mayEnter, onChanged }: AccountLinksProps) {
  const [lifting, setLifting] = useState<AccountLink>()
  if (links.length === 0) return null
  return (
    <section className="panel padded">
      <h2>{peopleText.links}</h2>
      <p className="small muted">{peopleText.linksLead}</p>
      <ul className={styles.roles}>
        {links.map((link) => (
          <li key={link.linkNo}>
            <div>
              <b>{`${link.one.name}, ${link.other.name}`}</b>
              <span className="small muted">
                {peopleText.linkedSince(FINDING_TEXTS[link.finding], dayAndTimeText(link.foundAt))}
              </span>
            </div>
            {mayEnter && (
              <Button variant="quiet" onClick={() => setLifting(link)}>
                {peopleText.lift}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {lifting && (
        <LiftDialog
          link={lifting}
          onClose={() => setLifting(undefined)}
          onDone={() => {
            setLifting(undefined)
            onChanged(peopleText.lifted)
          }}
        />
      )}
    </section>
  )
}

function LiftDialog({
  link: { linkNo, one, other },
  onClose,
  onDone,
}: {
  link: AccountLink
  onClose: () => void
  onDone: () => void
}) {
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    setError(isWholeNote(note) ? undefined : peopleText.noteMissing)
    if (!isWholeNote(note)) return
    const entered = await call('liftLink', { body: { linkNo, note: note.trim() } })
    if (entered.ok) onDone()
    else setTrouble(failureText(entered.failure))
  })
  return (
    <Dialog open title={peopleText.liftTitle(one.name, other.name)} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{peopleText.liftEffect}</p>
        <Trouble text={trouble} />
        <NoteField
          label={peopleText.note}
          hint={peopleText.noteHint}
          value={note}
          error={error}
          onChange={setNote}
        />
        <DialogActs act={peopleText.liftAct} busy={busy} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}
