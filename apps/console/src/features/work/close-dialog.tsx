import { WORK_OUTCOMES, type WorkOutcome } from '@dolphin/domain/work-items/putting-off'
import { useAct } from '@dolphin/ui/act/use-act'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { Field } from '@dolphin/ui/field/field'
import { Select } from '@dolphin/ui/select/select'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { isWholeNote, NoteField } from '../../form/note-field.tsx'
import { TextField } from '../../form/text-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { civilDayText } from '../../time/instant-text.ts'
import { KIND_NAMES, OUTCOME_NAMES, workText } from './messages.ts'
import type { WorkItem } from './work-item-panel.tsx'

interface CloseDialogProps {
  item: WorkItem
  onClose: () => void
  /** Null: it is closed; else the day on which it comes back. */
  onDone: (nextDay: string | null) => void
}

/** Its cause is gone, so that it can be closed. */
const SOLVED = 'solved'
type Outcome = WorkOutcome | typeof SOLVED

interface Typed {
  readonly outcome: Outcome | ''
  readonly nextDay: string
  readonly reason: string
}

type Faults = Readonly<Partial<Record<keyof Typed, string>>>

const OUTCOMES = [
  ...WORK_OUTCOMES.map((value) => ({ value, label: OUTCOME_NAMES[value] })),
  { value: SOLVED, label: workText.solved },
]

/**
 * Ends an item with what was done. One whose cause may still be there asks what came of it and when it comes back; the
 * server refuses to close it while the cause is there.
 */
export function CloseDialog({ item, onClose, onDone }: CloseDialogProps) {
  const { kind, mayRestUntil } = item
  const [typed, setTyped] = useState<Typed>({
    outcome: mayRestUntil === null ? SOLVED : '',
    nextDay: '',
    reason: '',
  })
  const [faults, setFaults] = useState<Faults>({})
  const [trouble, setTrouble] = useState<string>()
  const set = (more: Partial<Typed>) => setTyped((before) => ({ ...before, ...more }))
  const isSolved = typed.outcome === SOLVED
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    const found = faultsOf(typed)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const result = await send(item.workItemNo, typed)
    if (result.ok) onDone(isSolved ? null : typed.nextDay)
    else setTrouble(failureText(result.failure))
  })
  return (
    <Dialog open title={`${workText.doneTitle}: ${KIND_NAMES[kind]}`} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{mayRestUntil === null ? workText.doneEffect : workText.outcomeEffect}</p>
        <Trouble text={trouble} />
        {mayRestUntil !== null && (
          <Field label={workText.outcome} error={faults.outcome}>
            {(wiring) => (
              <Select
                {...wiring}
                placeholder={workText.chooseOutcome}
                options={OUTCOMES}
                value={typed.outcome}
                onChange={({ currentTarget: { value } }) => set({ outcome: value as Outcome })}
              />
            )}
          </Field>
        )}
        {mayRestUntil !== null && !isSolved && (
          <TextField
            label={workText.nextDay}
            hint={workText.nextDayHint(civilDayText(mayRestUntil))}
            type="date"
            width="short"
            value={typed.nextDay}
            error={faults.nextDay}
            onChange={(nextDay) => set({ nextDay })}
          />
        )}
        <NoteField
          label={workText.doneLabel}
          hint={workText.doneHint}
          value={typed.reason}
          error={faults.reason}
          onChange={(reason) => set({ reason })}
        />
        <DialogActs act={isSolved ? workText.closeIt : workText.putOff} busy={busy} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}

function faultsOf({ outcome, nextDay, reason }: Typed): Faults {
  return {
    ...(outcome === '' ? { outcome: workText.outcomeMissing } : {}),
    ...(outcome !== SOLVED && nextDay === '' ? { nextDay: workText.nextDayMissing } : {}),
    ...(isWholeNote(reason) ? {} : { reason: workText.doneMissing }),
  }
}

function send(workItemNo: string, { outcome, nextDay, reason }: Typed) {
  const note = reason.trim()
  return outcome === SOLVED || outcome === ''
    ? call('closeWorkItem', { body: { workItemNo, reason: note } })
    : call('putOffWorkItem', { body: { workItemNo, outcome, note, nextDay } })
}
