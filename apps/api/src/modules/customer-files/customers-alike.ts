import type { ALIKE_BY } from '@dolphin/contract/shapes/review-case'
import type { Executor } from '@dolphin/database/driver/executor'
import { listOwnersAt, listOwnersOfTerms } from '@dolphin/database/find/find-token-repository'
import { findOwnersBySsn } from '@dolphin/database/identity/customer-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listOwnersOnAccounts } from '@dolphin/database/payments/concerned-loan-repository'
import { addressTerm, phoneTerm } from '@dolphin/domain/find/find-term'
import type { Deps } from '../../deps.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { applicantOf, typedBankOf } from '../borrowers/applicant.ts'
import { accountKeyOf } from '../servicing/account-key.ts'
import { customersAtAGlance, type CustomerGlance } from './customer-glance.ts'

type By = (typeof ALIKE_BY)[number]

/** Another customer of the portfolio, and by what alike. */
export interface AlikeCustomer extends CustomerGlance {
  readonly by: By[]
  readonly file: string
}

const MOST_SHOWN = 20

/**
 * Other customers of the same portfolio with the Social Security number, the bank account, a phone or the address of who
 * applies. Only keyed hashes are compared; a device is known to its own customer alone. Twenty at most. Source:
 * docs/decisions/duplicates.md
 */
export async function findCustomersAlike(
  deps: Pick<Deps, 'cipher'>,
  executor: Executor,
  loan: Loan,
): Promise<{ readonly alike: AlikeCustomer[]; readonly moreAlike: boolean }> {
  const { portfolioId, openId: own } = loan
  const found = new Map<string, By[]>()
  for (const [by, openIds] of await ownersAlike(deps, executor, loan)) {
    for (const openId of openIds) if (openId !== own) found.set(openId, [...(found.get(openId) ?? []), by])
  }
  const shown = [...found].slice(0, MOST_SHOWN)
  const openIds = shown.map(([openId]) => openId)
  const customers = await customersAtAGlance(deps, executor, portfolioId, openIds)
  const alike = shown.map(([file, by]) => ({ by, file, ...(customers.get(file) ?? { name: '', loans: [] }) }))
  return { alike, moreAlike: found.size > shown.length }
}

async function ownersAlike(
  deps: Pick<Deps, 'cipher'>,
  executor: Executor,
  loan: Loan,
): Promise<readonly (readonly [By, readonly string[]])[]> {
  const { cipher } = deps
  const { portfolioId } = loan
  const answers = await loadAnswers(executor, cipher, loan)
  const [applicant, bank] = [applicantOf(answers), typedBankOf(answers)]
  const sameNumber =
    applicant === undefined ? [] : await findOwnersBySsn(executor, cipher, portfolioId, applicant.ssn)
  // One more than are shown, besides the applicant, says that there are more.
  const limit = MOST_SHOWN + 2
  const account = bank === undefined ? [] : [accountKeyOf(deps, bank)]
  const phones = [applicant?.cellPhone, applicant?.homePhone].flatMap((phone) => phoneTerm(phone ?? '') ?? [])
  const home = applicant && addressTerm(applicant.address)
  const samePhone = await listOwnersOfTerms(executor, cipher, { portfolioId, terms: phones, limit })
  return [
    ['ssn', sameNumber.map(({ openId }) => openId)],
    [
      'account',
      account.length === 0 ? [] : await listOwnersOnAccounts(executor, portfolioId, account, limit),
    ],
    ['phone', samePhone.map(({ openId }) => openId)],
    ['address', home === undefined ? [] : await listOwnersAt(executor, cipher, portfolioId, { home, limit })],
  ]
}
