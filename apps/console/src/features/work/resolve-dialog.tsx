import { DISHONOR_CODES, type DishonorCode } from '@dolphin/domain/payments/dishonor'
import { useAct } from '@dolphin/ui/act/use-act'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { Field, FieldGroup } from '@dolphin/ui/field/field'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { Select } from '@dolphin/ui/select/select'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { useState } from 'react'
import { type CallInput, call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { isWholeNote, NoteField } from '../../form/note-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { KIND_NAMES, resolveText } from './messages.ts'
import type { WorkItem } from './work-item-panel.tsx'

interface ResolveDialogProps {
  item: WorkItem
  onClose: () => void
  /** The number under which it waits for a colleague. */
  onEntered: (approvalNo: string) => void
}

type Resolution = CallInput<'resolveException'>['body']
type Act = Resolution['act']

interface Typed {
  readonly act: Act | ''
  readonly transactionNo: string
  readonly code: DishonorCode | ''
  readonly note: string
}

type Faults = Readonly<Partial<Record<keyof Typed, string>>>

const ACTS: readonly Act[] = ['apply', 'sendBack', 'ignore']

/** Enters what becomes of what the bank sent and no rule settles; another employee confirms it. */
export function ResolveDialog({ item: { workItemNo, kind }, onClose, onEntered }: ResolveDialogProps) {
  const [typed, setTyped] = useState<Typed>({ act: '', transactionNo: '', code: '', note: '' })
  const [faults, setFaults] = useState<Faults>({})
  const [trouble, setTrouble] = useState<string>()
  const set = (more: Partial<Typed>) => setTyped((before) => ({ ...before, ...more }))
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    setFaults(faultsOf(typed))
    const body = resolutionOf(workItemNo, typed)
    if (body === undefined) return
    const result = await call('resolveException', { body })
    if (result.ok) onEntered(result.value.approval.approvalNo)
    else setTrouble(failureText(result.failure))
  })
  return (
    <Dialog open title={`${resolveText.title}: ${KIND_NAMES[kind]}`} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{resolveText.effect}</p>
        <Trouble text={trouble} />
        <FieldGroup id="act" label={resolveText.act} error={faults.act}>
          <RadioGroup
            name="act"
            value={typed.act}
            onChange={(act) => set({ act: act as Act })}
            options={ACTS.map((act) => ({
              value: act,
              label: resolveText.acts[act],
              hint: resolveText.hints[act],
            }))}
          />
        </FieldGroup>
        {typed.act === 'apply' && (
          <Field
            label={resolveText.transaction}
            hint={resolveText.transactionHint}
            error={faults.transactionNo}
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                value={typed.transactionNo}
                onChange={({ currentTarget: { value } }) => set({ transactionNo: value })}
              />
            )}
          </Field>
        )}
        {typed.act === 'sendBack' && (
          <Field label={resolveText.code} error={faults.code}>
            {(wiring) => (
              <Select
                {...wiring}
                placeholder={resolveText.chooseCode}
                options={DISHONOR_CODES.map((code) => ({ value: code, label: resolveText.codes[code] }))}
                value={typed.code}
                onChange={({ currentTarget: { value } }) => set({ code: value as DishonorCode })}
              />
            )}
          </Field>
        )}
        <NoteField
          label={resolveText.note}
          hint={resolveText.noteHint}
          value={typed.note}
          error={faults.note}
          onChange={(note) => set({ note })}
        />
        <DialogActs act={resolveText.enter} busy={busy} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}

function faultsOf({ act, transactionNo, code, note }: Typed): Faults {
  return {
    ...(act === '' ? { act: resolveText.actMissing } : {}),
    ...(act === 'apply' && transactionNo.trim() === ''
      ? { transactionNo: resolveText.transactionMissing }
      : {}),
    ...(act === 'sendBack' && code === '' ? { code: resolveText.codeMissing } : {}),
    ...(isWholeNote(note) ? {} : { note: resolveText.noteMissing }),
  }
}

/** What is sent; undefined while something is missing. */
function resolutionOf(workItemNo: string, typed: Typed): Resolution | undefined {
  if (Object.keys(faultsOf(typed)).length > 0) return undefined
  const { act, transactionNo, code } = typed
  const note = typed.note.trim()
  if (act === 'apply') return { act, workItemNo, transactionNo: transactionNo.trim(), note }
  if (act === 'sendBack' && code !== '') return { act, workItemNo, code, note }
  return act === 'ignore' ? { act, workItemNo, note } : undefined
}
