import { insertApplication, saveSection } from '@dolphin/database/applications/application-repository'
import { firstCustomerKey } from '@dolphin/database/driver/customer-key'
import type { KeyedLoan, Owner } from '@dolphin/database/driver/owner'
import { nextNumber, nextSerial } from '@dolphin/database/driver/serial'
import { insertLoan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { acceptChanges } from '@dolphin/domain/form/changed-fields'
import { CustomerCategory } from '@dolphin/domain/loans/codes'
import { FIRST_LOAN_STATE } from '@dolphin/domain/loans/loan-life'
import { makeLoanNo } from '@dolphin/domain/loans/loan-number'
import { ok } from '@dolphin/domain/outcome'
import { sectionOfForm } from '../modules/applications/section-form.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import type { TestApi } from './api-fixture.ts'
import { ANSWERS, type FormCode } from './applications.ts'

const CODES = Object.keys(ANSWERS) as readonly FormCode[]

/** What differs from the answers of the tests, by form; a field without an answer is left out. */
type Different = Readonly<Partial<Record<FormCode, Readonly<Record<string, string | boolean | undefined>>>>>
type StoredApplication = KeyedLoan & { readonly applicationNo: string }

/**
 * An application of a customer with its four sections filled, stored by the repositories: what the form calls leave, a
 * twentieth of their time. Those calls have tests of their own.
 */
export async function storeApplication(
  { deps }: TestApi,
  owner: Owner,
  different: Different,
): Promise<StoredApplication> {
  const stored = await deps.units.write(async (unit) => {
    const application = await insertBoth(unit, owner)
    for (const code of CODES) await storeSection({ deps, unit, application }, code, different[code])
    return ok(application)
  })
  assert(stored.ok, 'an application of the tests is stored')
  return stored.value
}

async function insertBoth(unit: UnitOfWork, { portfolioId, openId }: Owner): Promise<StoredApplication> {
  const applicationNo = await nextNumber(unit.tx, 'application', 'A', 7)
  const loanNo = makeLoanNo(portfolioId, await nextSerial(unit.tx, 'loan'))
  const key = { portfolioId, customerKey: firstCustomerKey({ openId, applicationNo }), loanNo, applicationNo }
  const loan = { ...key, openId, ...FIRST_LOAN_STATE, category: CustomerCategory.new }
  const isFirst = await insertLoan(unit.tx, loan, {
    cause: 'application created',
    actor: 'test',
    at: unit.now,
  })
  assert(isFirst, 'no other application of the customer is open')
  await insertApplication(unit.tx, { ...key, openId }, unit.now)
  return key
}

interface SectionPlace {
  readonly deps: TestApi['deps']
  readonly unit: UnitOfWork
  readonly application: StoredApplication
}

async function storeSection(
  { deps, unit, application }: SectionPlace,
  code: FormCode,
  different: Different[FormCode] = {},
): Promise<void> {
  const sectionKey = sectionOfForm(code)
  const form = deps.portfolios.byId(application.portfolioId)?.forms.get(code)
  assert(sectionKey !== undefined && form !== undefined, 'the shipped forms have it')
  const answered: Record<string, string | boolean> = {}
  for (const [name, answer] of Object.entries<string | boolean | undefined>({
    ...ANSWERS[code],
    ...different,
  }))
    if (answer !== undefined) answered[name] = answer
  const accepted = acceptChanges(form, {}, answered)
  assert(accepted.ok, 'the answers of the tests fit the form')
  const section = { sectionKey, answers: accepted.value.answers, complete: true, formVersion: form.version }
  await saveSection(unit.tx, deps.cipher, application, { section, readVersion: 0, at: unit.now })
}
