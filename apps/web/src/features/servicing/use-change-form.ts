import { REACTIONS } from '@dolphin/contract/reaction-table'
import type { SummarizedError } from '@dolphin/ui/error-summary/error-summary'
import { useState } from 'react'
import type { CallFailure } from '../../api-client/call.ts'
import { leadsElsewhere, react } from '../../api-client/reactions.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { failureText } from '../../app/failure-text.ts'
import { usePlace } from '../../app/place.ts'
import type { ChangeKind } from './change-kinds.ts'
import { askedChange, CHOICES, type Chosen } from './asked-change.ts'
import { previewChange } from './change-call.ts'
import { changeText } from './change-messages.ts'
import { cachePreview } from './use-preview.ts'

/** Where the server's names of fields stand on these forms. */
const FIELDS: Readonly<Record<string, string>> = {
  amount: 'amount',
  date: 'date',
  number: 'number',
  paymentMode: 'pay',
  payrollFrequency: 'payroll',
  nextPayday: 'nextPayday',
  paydaysOfMonth: 'days',
  paymentFrequency: 'every',
  paydayOnHoliday: 'rule',
  paydayOnAvailable: 'rule',
}

export type FieldCheck = (chosen: Chosen) => Readonly<Record<string, string | undefined>>

/**
 * The choices of one change: they begin as the address has them, else as given; what is sent on is worked out
 * first, so that a refusal stands at its field and not on the next page.
 */
export function useChangeForm(kind: ChangeKind, loanNo: string, first: Chosen, check: FieldCheck) {
  const place = usePlace()
  const [chosen, setChosen] = useState<Chosen>(() => ({ ...first, ...chosenIn(place.get) }))
  const [attempt, setAttempt] = useState(0)
  const [refused, setRefused] = useState<readonly SummarizedError[]>([])
  const [needsAuthorization, setNeedsAuthorization] = useState(false)
  const found = Object.entries(check(chosen)).flatMap(([fieldId, message]) =>
    message === undefined ? [] : [{ fieldId, message }],
  )
  const errors: readonly SummarizedError[] = attempt === 0 ? [] : [...found, ...refused]
  const { busy, start } = useAct(async () => {
    setAttempt((count) => count + 1)
    setRefused([])
    const asked = askedChange(kind, chosen)
    if (found.length > 0) return
    if (asked === undefined) return setRefused([{ message: changeText('incomplete') }])
    const preview = await previewChange(loanNo, asked)
    if (preview.ok) {
      cachePreview(loanNo, asked, preview.value)
      return place.go({ ...inAddress(chosen), step: 'review' })
    }
    const { failure } = preview
    if (failure.kind === 'refused' && leadsElsewhere(failure)) return react(failure)
    setNeedsAuthorization(failure.kind === 'refused' && REACTIONS[failure.code] === 'authorize')
    setRefused(refusalsOf(failure))
  })
  return {
    chosen,
    set: (part: Chosen) => {
      setRefused([])
      setChosen((before) => ({ ...before, ...part }))
    },
    asked: found.length === 0 ? askedChange(kind, chosen) : undefined,
    error: (fieldId: string) => errors.find((each) => each.fieldId === fieldId)?.message,
    errors,
    attempt,
    needsAuthorization,
    busy,
    submit: () => void start(),
  }
}

export type ChangeForm = ReturnType<typeof useChangeForm>

/** The choices that stand in an address. */
export function chosenIn(get: (name: string) => string | undefined): Chosen {
  return Object.fromEntries(
    CHOICES.flatMap((name) => {
      const value = get(name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

/** Every choice by name, those not made taken out of the address. */
const inAddress = (chosen: Chosen): Chosen =>
  Object.fromEntries(CHOICES.map((name) => [name, chosen[name] === '' ? undefined : chosen[name]]))

/** What the server said against it, at the fields it names; else about the whole. */
function refusalsOf(failure: CallFailure): readonly SummarizedError[] {
  const errors = failure.kind === 'refused' ? (failure.data.errors ?? []) : []
  if (errors.length === 0) return [{ message: failureText(failure) }]
  return errors.map(({ elementKey, message }) => ({ fieldId: FIELDS[elementKey], message }))
}
