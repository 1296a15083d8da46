import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { erasePersonCall } from '@dolphin/contract/person-staff'
import type { Owner } from '@dolphin/database/driver/owner'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { listOwnMails } from '@dolphin/database/notices/mail-repository'
import type { ListedClass } from '@dolphin/database/retention/due-repository'
import { lockErasing } from '@dolphin/database/retention/hold-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import { NEW_YORK } from '@dolphin/domain/time/new-york'
import { ACT_RULES } from '@dolphin/domain/servicing/acts/act-rules'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind, type CarriedOut } from '../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../approvals/enter-approval.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { portfolioOfCustomer } from '../portfolios/customer-portfolio.ts'
import { keptLine } from './data-request-view.ts'
import { answerRequest, openRequestOf } from './data-requests.ts'
import { eraseRecord } from './erase-record.ts'
import { filesOfPerson, type KeptFile } from './kept-files.ts'

const erasureRequest = z.strictObject({
  portfolioId: z.number(),
  openId: z.string(),
  requestNo: z.string().nullable(),
  note: z.string(),
})

type Erasure = z.output<typeof erasureRequest>

/** Enters the erasure of a customer. Errors: `notFound`, `dataRequestOver`. */
export async function enterErasure(
  deps: Deps,
  unit: UnitOfWork,
  { openId, note, ...body }: CallRequest<typeof erasePersonCall>['body'],
  enterer: Enterer,
): Promise<Result<CallReply<typeof erasePersonCall>>> {
  const data = await portfolioOfCustomer(deps, unit.tx, openId)
  if (data === undefined) return refuse('notFound')
  const { portfolioId } = data.portfolio
  const requestNo = body.requestNo ?? null
  const request = { portfolioId, openId, requestNo, note }
  const tried = await triedOut(unit, (part) => carryOut(deps, part, request, enterer.by))
  if (!tried.ok) return tried
  const approval = await enterApproval(deps, unit, enterer, {
    kind: 'personErasure',
    permission: 'person.erase',
    portfolioId,
    title: 'Data of a person erased',
    subject: `Customer ${openId}`,
    asEntered: [
      { label: 'Customer', value: openId },
      { label: 'Request', value: requestNo ?? 'none' },
    ],
    note,
    request,
  })
  return ok({ approval })
}

const WORDS = {
  done: {
    en: 'We erased your account and everything that we had on file about you.',
    es: 'Borramos su cuenta y todo lo que teníamos registrado sobre usted.',
  },
  inPart: {
    en: 'We erased what the law does not require us to keep.',
    es: 'Borramos lo que la ley no nos obliga a guardar.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Locale, string>>>>

async function carryOut(
  deps: Deps,
  unit: UnitOfWork,
  { portfolioId, openId, requestNo }: Erasure,
  by: string,
): Promise<Result<CarriedOut>> {
  const owner = { portfolioId, openId }
  const customer = await findCustomer(unit.tx, deps.cipher, owner)
  const address = await borrowerAddress(unit.tx, deps.cipher, owner)
  if (customer === undefined || address === undefined) return refuse('notFound')
  if (requestNo !== null) {
    const open = await openRequestOf(deps, unit.tx, owner, requestNo)
    if (!open.ok) return open
  }
  const erased = await erasePerson(deps, unit, owner)
  if (!erased.ok) return erased
  const { kept, isPersonHeld, gone } = erased.value
  const outcome = kept.length === 0 && !isPersonHeld ? ('done' as const) : ('inPart' as const)
  const { language } = customer
  const timeZone = deps.portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK
  if (requestNo !== null) {
    const answering = { ...owner, requestNo, outcome, by, address, language }
    const lines = kept.map((file) => keptLine(file, language, timeZone))
    const answered = await answerRequest(deps, unit, answering, {
      words: WORDS[outcome][language],
      kept: lines,
    })
    if (!answered.ok) return answered
  }
  return ok({
    differences: gone.map((label) => ({ label, before: 'on file', after: 'erased', change: null })),
    effects: [
      ...kept.map((file) => `Kept: ${keptLine(file, 'en', timeZone)}`),
      ...(isPersonHeld ? ['Kept: the account, under a legal hold.'] : []),
      ...(requestNo === null ? [] : ['The customer gets the answer by mail.']),
    ],
  })
}

interface ErasedPerson {
  readonly kept: readonly KeptFile[]
  readonly isPersonHeld: boolean
  /** What is gone, in words of the desk. */
  readonly gone: readonly string[]
}

/** Erases what no period and no hold keeps: drafts; and the account, or where files stay what belongs to none of them. */
async function erasePerson(deps: Deps, unit: UnitOfWork, owner: Owner): Promise<Result<ErasedPerson>> {
  await lockErasing(unit.tx)
  const { erasable, kept, isPersonHeld } = await filesOfPerson(deps, unit.tx, owner)
  const gone: string[] = []
  for (const record of erasable) {
    const erased = await eraseRecord(deps, unit, record, 'request')
    if (!erased.ok) return erased
    gone.push(`Draft ${record.key}`)
  }
  if (isPersonHeld) return ok({ kept, isPersonHeld, gone })
  const { portfolioId, openId } = owner
  const rest = async (recordClass: ListedClass, key: string) =>
    await eraseRecord(
      deps,
      unit,
      { recordClass, portfolioId, key, openIds: [openId], loanNo: null, applicationNo: null },
      'request',
    )
  if (kept.length === 0) {
    const erased = await rest('abandonedAccount', openId)
    return erased.ok ? ok({ kept, isPersonHeld, gone: [...gone, 'Account'] }) : erased
  }
  const mails = (await listOwnMails(unit.tx, deps.cipher, owner)).filter(({ loanNo }) => loanNo === null)
  for (const { mailId } of mails) {
    const erased = await rest('accountMail', mailId)
    if (!erased.ok) return erased
  }
  const answers = await rest('begunAnswers', openId)
  if (!answers.ok) return answers
  return ok({
    kept,
    isPersonHeld,
    gone: [...gone, 'Answers of unsent forms', `Mails of no loan (${mails.length})`],
  })
}

/** What an erasure would change, for who enters it: carried out in a part of the transaction that is undone. */
export const previewErasure = (
  deps: Deps,
  unit: UnitOfWork,
  request: Omit<Erasure, 'note'>,
  by: string,
): Promise<Result<CarriedOut>> => carryOut(deps, unit, { ...request, note: '' }, by)

/** The erasure of a person's data. */
export const erasureApproval = (deps: Deps) =>
  approvalKind({
    kind: 'personErasure',
    rule: ACT_RULES.erasePerson,
    request: erasureRequest,
    carryOut: ({ unit, request, by }) => carryOut(deps, unit, request, by),
  })
