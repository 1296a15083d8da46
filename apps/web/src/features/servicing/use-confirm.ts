import { REACTIONS } from '@dolphin/contract/reaction-table'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { CallFailure } from '../../api-client/call.ts'
import { leadsElsewhere, react } from '../../api-client/reactions.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { fieldFailureText } from '../../app/failure-text.ts'
import { usePlace } from '../../app/place.ts'
import { isUnknown } from './until-known.ts'
import { type AskedChange, type Confirmation, saveChange } from './change-call.ts'
import { beginAct, endAct } from './open-act.ts'
import { receiptPath } from './receipt-path.ts'
import { forgetFigures } from './use-preview.ts'

/** Stands for the newest change of a loan that never had one. */
const NO_CHANGE = 'none'

/** What stands in the way after a confirmation that was refused. */
export interface Refused {
  readonly message: string
  readonly needsAuthorization: boolean
  /** It is about the signature, and is said at its field. */
  readonly ofMark: boolean
}

interface ConfirmOptions {
  loanNo: string
  asked: AskedChange
  /** The newest change before this one, to tell a change that arrived from one that did not. */
  newest: string | undefined
  /** The figures were out of date: newer ones are to be shown. */
  onOutdated: () => void
}

/**
 * Confirms a change once: a second tap does nothing, and a resend after a lost connection is still the same act.
 * While it is unknown whether the act arrived, the page finds out before anything can be sent again.
 */
export function useConfirm({ loanNo, asked, newest, onOutdated }: ConfirmOptions) {
  const [, navigate] = useLocation()
  const place = usePlace()
  const [refused, setRefused] = useState<Refused>()
  const { busy, start } = useAct(async (confirmation: Confirmation) => {
    setRefused(undefined)
    beginAct(loanNo, newest ?? NO_CHANGE)
    const result = await saveChange(loanNo, asked, confirmation)
    if (result.ok || isSettled(result.failure)) endAct(loanNo)
    if (result.ok) {
      navigate(receiptPath(loanNo, result.value.changeNo, asked), { replace: true })
      return forgetFigures()
    }
    const { failure } = result
    if (failure.kind === 'aborted') return
    if (isUnknown(failure))
      return place.go({ step: 'checking', known: newest ?? NO_CHANGE }, { replace: true })
    if (failure.kind !== 'refused') return
    if (leadsElsewhere(failure)) return react(failure)
    if (REACTIONS[failure.code] === 'look again') return onOutdated()
    setRefused({
      message: fieldFailureText(failure),
      needsAuthorization: REACTIONS[failure.code] === 'authorize',
      ofMark: failure.data.errors?.some(({ elementKey }) => elementKey === 'mark') ?? false,
    })
  })
  return { busy, refused, confirm: start, forget: () => setRefused(undefined) }
}

/** The server answered, and for good. A page that is left in between has heard nothing. */
const isSettled = (failure: CallFailure): boolean => failure.kind === 'refused' && !isUnknown(failure)
