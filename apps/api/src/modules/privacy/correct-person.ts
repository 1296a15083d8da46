import type { CallReply, CallRequest } from '@dolphin/contract/call'
import { correctPersonCall } from '@dolphin/contract/person-staff'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { type Customer, findCustomer, saveProfile } from '@dolphin/database/identity/customer-repository'
import { type Figure, figureDifferences } from '@dolphin/domain/approvals/figures'
import { maskSsn } from '@dolphin/domain/format/ssn'
import { ok } from '@dolphin/domain/outcome'
import { ACT_RULES } from '@dolphin/domain/servicing/acts/act-rules'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind, type CarriedOut } from '../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../approvals/enter-approval.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { portfolioOfCustomer } from '../portfolios/customer-portfolio.ts'
import { answerRequest, openRequestOf } from './data-requests.ts'

const correctionRequest = z.strictObject({
  portfolioId: z.number(),
  openId: z.string(),
  requestNo: z.string().nullable(),
  right: correctPersonCall.request.body.shape.right,
  note: z.string(),
})

type Correction = z.output<typeof correctionRequest>

const WORDS = {
  en: 'We corrected what we have on file about you. Applications and contracts that you signed stay as they were.',
  es: 'Corregimos lo que tenemos registrado sobre usted. Las solicitudes y los contratos que firmó quedan como eran.',
} as const

/** Enters a correction. Errors: `notFound`, `dataRequestOver`. */
export async function enterCorrection(
  deps: Deps,
  unit: UnitOfWork,
  { openId, right, note, ...body }: CallRequest<typeof correctPersonCall>['body'],
  enterer: Enterer,
): Promise<Result<CallReply<typeof correctPersonCall>>> {
  const data = await portfolioOfCustomer(deps, unit.tx, openId)
  if (data === undefined) return refuse('notFound')
  const { portfolioId } = data.portfolio
  const request = { portfolioId, openId, requestNo: body.requestNo ?? null, right, note }
  const tried = await triedOut(unit, (part) => carryOut(deps, part, request, enterer.by))
  if (!tried.ok) return tried
  const approval = await enterApproval(deps, unit, enterer, {
    kind: 'personCorrection',
    permission: 'person.correct',
    portfolioId,
    title: 'Data of a person corrected',
    subject: `Customer ${openId}`,
    asEntered: tried.value.differences.map(({ label, after }) => ({ label, value: after })),
    note,
    request,
  })
  return ok({ approval })
}

/** What is on file, as the desk shows it: the SSN by its last digits. */
const figuresOf = ({ profile, ssn }: Pick<Customer, 'profile' | 'ssn'>): Figure[] => [
  { label: 'First name', value: profile.firstName ?? '' },
  { label: 'Middle name', value: profile.middleName ?? '' },
  { label: 'Last name', value: profile.lastName ?? '' },
  { label: 'Birth date', value: profile.birthDate ?? '' },
  { label: 'SSN', value: ssn === null ? '' : maskSsn(ssn) },
  {
    label: 'Address',
    value: Object.values(profile.address ?? {})
      .filter(Boolean)
      .join(', '),
  },
]

async function carryOut(
  deps: Deps,
  unit: UnitOfWork,
  { portfolioId, openId, requestNo, right: { ssn, ...right } }: Correction,
  by: string,
): Promise<Result<CarriedOut>> {
  const owner = { portfolioId, openId }
  const customer = await findCustomer(unit.tx, deps.cipher, owner)
  const address = await borrowerAddress(unit.tx, deps.cipher, owner)
  if (customer === undefined || address === undefined) return refuse('notFound')
  const given = Object.fromEntries(Object.entries(right).filter(([, value]) => value !== undefined))
  const profile = { ...customer.profile, ...given }
  await saveProfile(unit.tx, deps.cipher, owner, {
    profile,
    ...(ssn === undefined ? {} : { ssn }),
    at: unit.now,
  })
  const facts = { corrected: [...Object.keys(given), ...(ssn === undefined ? [] : ['ssn'])], requestNo }
  await appendAudit(unit.tx, {
    portfolioId,
    subject: openId,
    action: 'personCorrected',
    actor: by,
    facts,
    at: unit.now,
  })
  if (requestNo !== null) {
    const open = await openRequestOf(deps, unit.tx, owner, requestNo)
    if (!open.ok) return open
    const { language } = customer
    const answering = { ...owner, requestNo, outcome: 'done' as const, by, address, language }
    const answered = await answerRequest(deps, unit, answering, { words: WORDS[language], kept: [] })
    if (!answered.ok) return answered
  }
  return ok({
    differences: figureDifferences(figuresOf(customer), figuresOf({ profile, ssn: ssn ?? customer.ssn })),
    effects: [
      'Answers of applications and signed documents stay as they were.',
      ...(requestNo === null ? [] : ['The customer gets the answer by mail.']),
    ],
  })
}

/** What a correction would change, for who enters it: carried out in a part of the transaction that is undone. */
export const previewCorrection = (
  deps: Deps,
  unit: UnitOfWork,
  request: Omit<Correction, 'note'>,
  by: string,
): Promise<Result<CarriedOut>> => carryOut(deps, unit, { ...request, note: '' }, by)

/** A correction of what is on file about a person. */
export const correctionApproval = (deps: Deps) =>
  approvalKind({
    kind: 'personCorrection',
    rule: ACT_RULES.correctPerson,
    request: correctionRequest,
    carryOut: ({ unit, request, by }) => carryOut(deps, unit, request, by),
  })
