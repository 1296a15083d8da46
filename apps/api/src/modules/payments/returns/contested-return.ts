import { listInboxEntriesAbout, markInboxEntryApplied } from '@dolphin/database/payments/ach-inbox-repository'
import {
  type DishonoredReturn,
  endDishonor,
  lockDishonorByTrace,
} from '@dolphin/database/payments/dishonored-return-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { isSameBankEntry } from '@dolphin/domain/payments/same-bank-entry'
import type { ContestedAddenda } from '@dolphin/nacha/exception-addenda'
import type { MoneyDeps } from '../../../deps.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { closeWorkItems } from '../../work-items/work-item-service.ts'
import { applyReturn } from './apply-return.ts'
import { dishonorSubject } from './dishonor-of.ts'
import type { ItemContext } from './import-file.ts'
import type { InboxEntry } from './inbox-file.ts'
import type { NamedTransaction } from './named-transaction.ts'

/** The dishonored return went to a bank that did not return the entry, so its contest says nothing of the return. */
const MISROUTED = 'R71'

/**
 * Notes that the bank contests a return that we dishonored, once: the return is sent back no more. Answers what was
 * dishonored; undefined where the entry contests nothing of ours.
 */
export async function noteContest(
  unit: UnitOfWork,
  { portfolioId, actor }: ItemContext,
  { exception }: InboxEntry,
): Promise<DishonoredReturn | undefined> {
  if (exception.kind !== 'contested') return undefined
  const { dishonoredTrace, code } = exception
  const dishonor = await lockDishonorByTrace(unit.tx, portfolioId, dishonoredTrace)
  if (dishonor === undefined) return undefined
  const contest = { from: ['sent', 'uncontested'], to: 'contested', reason: code, at: unit.now } as const
  if (!(await endDishonor(unit.tx, dishonor, contest))) return dishonor
  const about = { portfolioId, kind: 'returnSentBack', subject: dishonorSubject(dishonor) } as const
  await closeWorkItems(unit, about, { by: actor, reason: `contested by the bank: ${code}` })
  const { dishonorNo, loanNo, returnCode } = dishonor
  const facts = { dishonorNo, code, returnCode }
  const subject = loanNo ?? 'portfolio'
  await appendAudit(unit.tx, {
    portfolioId,
    subject,
    action: 'returnContested',
    actor,
    facts,
    at: unit.now,
  })
  return dishonor
}

/** A contest, and what it contests. */
interface Contest {
  readonly named: NamedTransaction
  readonly exception: ContestedAddenda
  readonly dishonor: DishonoredReturn
}

/**
 * A contested return stands, as the bank writes it now, and is applied under the day on which it first came. Refused: it
 * does not fit its transaction, or the contest says nothing of the return. Source: docs/decisions/bank-files.md.
 */
export async function applyContested(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { named, exception, dishonor }: Contest,
): Promise<'applied' | 'refused'> {
  if (exception.code === MISROUTED) return 'refused'
  const { originalTrace, originalRdfi, returnTrace: traceNumber, returnCode: code } = exception
  const base = { code, originalTrace, originalRdfi, traceNumber }
  const returned = { kind: 'return', ...base, dateOfDeath: undefined, information: '' } as const
  const item = { ...named.item, exception: returned, bankDate: dishonor.bankDate }
  const applied = await applyReturn(deps, unit, { ...named, item })
  if (applied === 'applied') await markReturnApplied(unit, dishonor, named.transaction)
  return applied
}

/** The return that was on record as one that could not be applied. */
async function markReturnApplied(
  unit: UnitOfWork,
  { returnCode: code, ...dishonor }: DishonoredReturn,
  transaction: NamedTransaction['transaction'],
): Promise<void> {
  const about = await listInboxEntriesAbout(unit.tx, { ...dishonor, kind: 'return' })
  const waiting = about.find(
    (one) => one.applied !== 'applied' && isSameBankEntry(one, { ...dishonor, code }),
  )
  if (waiting !== undefined) await markInboxEntryApplied(unit.tx, waiting, transaction)
}
