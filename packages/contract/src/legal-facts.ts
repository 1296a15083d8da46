import { LEGAL_FACT_KINDS } from '@dolphin/domain/loans/legal-facts'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { enteredApproval } from './shapes/approval.ts'
import { loanHead } from './shapes/loan-head.ts'
import { enters, may } from './staff-rule.ts'
import { isoDate, loanNo, text, written } from './wire.ts'

export const legalFactKind = z.enum(LEGAL_FACT_KINDS)

/** What is noted of a fact of law. */
export const notedFact = {
  kind: legalFactKind,
  /** The day of the fact: the petition, the first day of service. */
  since: isoDate,
  /** Court and case number, or orders; null where none is known yet. */
  reference: text(200).nullable(),
}

/** What is entered of its end. */
export const endedFact = { kind: legalFactKind, endedOn: isoDate }

export const noteLegalFactCall = defineCall({
  name: 'noteLegalFact',
  method: 'POST',
  path: '/dolphin-ops/legal-fact',
  feature: 'servicing',
  access: 'operations',
  staff: may('case.open'),
  request: { body: z.strictObject({ loanNo, ...notedFact, note: written(2_000) }) },
  reply: loanHead,
  refusals: ['loanNotFound', 'loanStatusInvalid', 'dateNotAvailable'],
  idempotent: true,
  summary: 'Notes bankruptcy or active duty on a loan of any status; what it stops stops at once',
  source: 'ours',
})

export const endLegalFactCall = defineCall({
  name: 'endLegalFact',
  method: 'POST',
  path: '/dolphin-ops/legal-fact/end',
  feature: 'servicing',
  access: 'operations',
  staff: enters('case.close'),
  request: { body: z.strictObject({ loanNo, ...endedFact, note: written(2_000) }) },
  reply: z.strictObject({ loan: loanHead, approval: enteredApproval }),
  refusals: ['loanNotFound', 'loanStatusInvalid', 'dateNotAvailable'],
  idempotent: true,
  summary: 'Enters the end of a bankruptcy or of active duty; another confirms it',
  source: 'ours',
})
