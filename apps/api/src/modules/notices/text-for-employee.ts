import type { Owner } from '@dolphin/database/driver/owner'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Customer } from '@dolphin/database/identity/customer-repository'
import { listOwnLoans } from '@dolphin/database/loans/loan-repository'
import { addSecureMessage } from '@dolphin/database/messages/secure-message-repository'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { openMessageItem } from '../work-items/message-item.ts'
import { openWorkItem, type WorkItemDeps } from '../work-items/work-item-service.ts'

export type TextForEmployeeDeps = WorkItemDeps & Pick<Deps, 'cipher' | 'limits'>

/** A text message that says more than a keyword. */
export interface TextForEmployee {
  readonly text: string
  readonly mayRevoke: boolean
}

/** Loans whose debits an authorization allows, now or soon. */
const WITH_DEBITS: readonly LoanStatus[] = [
  LoanStatus.approved,
  LoanStatus.disbursed,
  LoanStatus.processing,
  LoanStatus.suspended,
  LoanStatus.collecting,
]
/** How the message begins on the page, for it did not come by a signed-in person. */
const BY_TEXT: Localized = { en: 'Text message', es: 'Mensaje de texto' }
const NO_WORDS: Localized = { en: '(no words)', es: '(sin palabras)' }

/**
 * Has an employee read a text: a secure message of the customer whose number it is. Where several customers have the
 * number it is kept for none of them, and a work item names them. Words that may end a debit authorization are a work
 * item for each loan; no debit stops by itself. Returns whether the text is kept. docs/decisions/delivery-reports.md
 */
export async function passToEmployee(
  deps: TextForEmployeeDeps,
  unit: UnitOfWork,
  customers: readonly Customer[],
  received: TextForEmployee,
): Promise<boolean> {
  const [only, ...others] = customers
  if (only === undefined) return false
  const messageNo =
    others.length === 0 ? await keepMessage(deps, unit, only, received) : await nameAll(deps, unit, customers)
  if (received.mayRevoke) {
    for (const customer of customers) await openRevocations(deps, unit, customer, messageNo)
  }
  return messageNo !== undefined
}

async function keepMessage(
  deps: TextForEmployeeDeps,
  unit: UnitOfWork,
  { portfolioId, openId, language }: Customer,
  { text }: TextForEmployee,
): Promise<string | undefined> {
  const { cipher, limits } = deps
  const { tx, now } = unit
  if ((await limits.take(tx, 'textMessages', `${portfolioId}/${openId}`, now)) !== undefined) return undefined
  const words = text.trim() === '' ? NO_WORDS[language] : text
  const message = {
    portfolioId,
    openId,
    sender: 'customer' as const,
    loanNo: null,
    text: `${BY_TEXT[language]}: ${words}`,
    sentAt: now,
  }
  const { messageNo } = await addSecureMessage(tx, cipher, message)
  await openMessageItem(deps, unit, message, null)
  const actor = `customer:${openId}`
  const facts = { messageNo }
  await appendAudit(tx, { portfolioId, subject: openId, action: 'textReceived', actor, facts, at: now })
  return messageNo
}

/** One work item for each portfolio: who of them wrote is not known, and one must not read what another wrote. */
async function nameAll(
  deps: TextForEmployeeDeps,
  unit: UnitOfWork,
  customers: readonly Customer[],
): Promise<undefined> {
  for (const [portfolioId, ofPortfolio] of Map.groupBy(customers, (one) => one.portfolioId)) {
    const openIds = ofPortfolio.map(({ openId }) => openId).toSorted()
    await openWorkItem(deps, unit, {
      portfolioId,
      kind: 'textOfSeveral',
      subject: `text/${openIds.join('/')}`,
      reason: 'a text came from a number that several customers have; it is not kept, so ask them',
      facts: { customers: openIds },
      actor: 'customer',
    })
  }
}

async function openRevocations(
  deps: TextForEmployeeDeps,
  unit: UnitOfWork,
  { portfolioId, openId }: Owner,
  messageNo: string | undefined,
): Promise<void> {
  const loans = await listOwnLoans(unit.tx, { portfolioId, openId })
  const loanNos = loans.flatMap(({ status, loanNo }) => (WITH_DEBITS.includes(status) ? [loanNo] : []))
  for (const loanNo of loanNos.length === 0 ? [null] : loanNos) {
    await openWorkItem(deps, unit, {
      portfolioId,
      kind: 'revocationToCheck',
      subject: `revocation/${loanNo ?? openId}`,
      loanNo,
      reason: 'a text of the customer may end the debit authorization; no debit has stopped by it',
      facts: { openId, ...(messageNo === undefined ? {} : { messageNo }) },
      actor: `customer:${openId}`,
    })
  }
}
