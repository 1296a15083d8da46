import { useAct } from '@dolphin/ui/act/use-act'
import { Banner } from '@dolphin/ui/banner/banner'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallValue } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { failureOf, reads } from '../../calls/queries.ts'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { NoteField } from '../../form/note-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { DifferenceTable } from '../approvals/difference-table.tsx'
import { ACT_TEXTS, actText } from './act-messages.ts'
import { ActFields } from './act-fields.tsx'
import {
  type ActFaults,
  faultsOf,
  fieldsOf,
  type FileActs,
  firstTyped,
  noteFaults,
  orderOf,
  refusedFields,
} from './act-order.ts'
import styles from './acts.module.css'
import { carryOut } from './carry-out.ts'
import { readableDates } from '../../time/instant-text.ts'

type Act = FileActs['acts'][number]
type Preview = CallValue<'previewFileAct'>

interface ActDialogProps {
  acts: FileActs
  act: Act
  onClose: () => void
  /** With the number under which it waits for a colleague; null: it is done. */
  onDone: (approvalNo: string | null) => void
  /** The server refused it: what may be done is another now. */
  onRefused: () => void
}

/** One act: what it needs, what it would change, then the act itself; nothing is done before its effect was shown. */
export function ActDialog({
  acts,
  act: { act, takesTwo, rule },
  onClose,
  onDone,
  onRefused,
}: ActDialogProps) {
  const { name, effect, isGrave } = ACT_TEXTS[act]
  const [typed, setTyped] = useState(() => firstTyped(act, acts))
  const [note, setNote] = useState('')
  const [faults, setFaults] = useState<ActFaults>({})
  const [trouble, setTrouble] = useState<string>()
  const order = orderOf(act, typed, acts)
  const asksNothing = fieldsOf(act, typed).length === 0
  const [asked, setAsked] = useState(asksNothing ? order : undefined)
  const look = useQuery({
    ...reads('previewFileAct', { body: asked ?? order }),
    enabled: asked !== undefined,
    // Of this very moment, each time that it is asked for.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const isOfOrder = JSON.stringify(asked) === JSON.stringify(order)
  const preview = isOfOrder ? look.data : undefined
  const failure = isOfOrder ? failureOf(look.error) : undefined
  const isReady = preview?.blocked === null
  const refused = refusedFields(act, typed, preview?.errors ?? [])
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    const wrong = { ...faultsOf(act, typed), ...(isReady ? noteFaults(act, note) : {}) }
    setFaults(wrong)
    if (Object.keys(wrong).length > 0) return
    if (!isReady) {
      setAsked(order)
      if (isOfOrder) await look.refetch()
      return
    }
    const result = await carryOut(order, note.trim())
    if (result.ok) return onDone(result.value)
    const { failure: why } = result
    const ofFields = why.kind === 'network' ? {} : refusedFields(act, typed, why.data.errors ?? [])
    setFaults(ofFields)
    setTrouble(failureText(why, Object.keys(ofFields).length > 0))
    if (why.kind === 'network') return
    setAsked(undefined)
    onRefused()
  })
  const about = 'loanNo' in order ? acts.loanNo : null
  return (
    <Dialog open title={actText.title(name, about)} tone={isGrave ? 'danger' : 'plain'} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>
          {effect} {takesTwo && actText.takesTwo}
        </p>
        <p className="small muted">
          {actText.rule}: {rule}
        </p>
        <Trouble text={trouble ?? (failure && failureText(failure))} />
        <ActFields
          act={act}
          acts={acts}
          typed={typed}
          faults={{ ...refused, ...faults }}
          onChange={(more) => setTyped((before) => ({ ...before, ...more }))}
        />
        {preview !== undefined && (
          <Effect preview={preview} takesTwo={takesTwo} isAtField={Object.keys(refused).length > 0} />
        )}
        {isReady && (
          <NoteField
            label={actText.note}
            hint={actText.noteHint}
            value={note}
            error={faults.note}
            onChange={setNote}
          />
        )}
        <DialogActs
          act={isReady ? name : actText.look}
          busy={busy || look.isFetching}
          tone={isReady && isGrave ? 'danger' : 'forward'}
          onClose={onClose}
        />
      </ActForm>
    </Dialog>
  )
}

interface EffectProps {
  preview: Preview
  takesTwo: boolean
  /** A field says why it would be refused. */
  isAtField: boolean
}

/** What the server says that it would change, or why it would refuse it. */
function Effect({ preview, takesTwo, isAtField }: EffectProps) {
  const { differences, effects, blocked } = preview
  return (
    <div className={styles.effect} role="status">
      {blocked !== null ? (
        <Banner tone="warning" title={actText.blocked}>
          <p>{isAtField ? actText.atField : blocked}</p>
        </Banner>
      ) : (
        <>
          <p>{takesTwo ? actText.colleagueSees : actText.changesNow}</p>
          <DifferenceTable differences={differences} />
          {effects.length > 0 && (
            <ul>
              {effects.map((line) => (
                <li key={line}>{readableDates(line)}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  )
}
