import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { DEMONSTRATION_TEAM } from '@dolphin/api/modules/staff/demonstration-staff'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { confirmApproval } from '@dolphin/api/testing/confirmations'
import { createCustomer } from '@dolphin/api/testing/customers'
import { signInEmployee } from '@dolphin/api/testing/employees'
import { type Applicant, applyForLoan, askAmount, savePlan } from '@dolphin/api/testing/offers'
import { signNow } from '@dolphin/api/testing/signing-sessions'
import type { TestClient } from '@dolphin/api/testing/test-client'
import { AmountResult } from '@dolphin/domain/loans/codes'
import type { Person } from '../simulator/newcomers.ts'
import { personOf } from './people.ts'

/** Where loans are approved by themselves. */
export const PORTFOLIO = 118
/** Where every loan is looked at by an underwriter. */
export const REVIEWED = 110

/** What waits for employees, by those who come after the borrowers before. */
export interface Cases {
  readonly api: TestApi
  readonly today: LocalDate
  /** The next person who has not been here. */
  next(): Person
}

/** Cases of the present day, of people from a number on. */
export function casesFrom(api: TestApi, first: number): Cases {
  const today = dateIn(api.clock.now(), NEW_YORK)
  let come = first
  const next = () => {
    come += 1
    return personOf(come, today)
  }
  return { api, today, next }
}

export const accountOf = (
  { api }: Pick<Cases, 'api'>,
  { email, name }: Person,
  portfolioId = PORTFOLIO,
  language: Locale = 'en',
): Promise<Applicant> => createCustomer(api, { email, name, portfolioId, language })

/** Whose loan was signed. */
export interface Signed {
  readonly client: Applicant
  readonly loanNo: string
  readonly person: Person
}

/** What cases know of those before them. */
export interface Begun {
  lateApproval?: string
  /** Whose bank gave a token for the account. */
  byToken?: readonly Signed[]
  /** Who proved their cell phone. */
  byPhone?: Signed
}

/** A signed loan that waits for an underwriter; undefined where no offer was made, and the application itself waits. */
export const signedForReview = (cases: Cases, bankUser: string): Promise<Signed | undefined> =>
  signedLoan(cases, REVIEWED, bankUser)

/** A signed loan whose money leaves with the next file; undefined where no offer was made. */
export const signedAndApproved = (cases: Cases, bankUser: string): Promise<Signed | undefined> =>
  signedLoan(cases, PORTFOLIO, bankUser)

async function signedLoan(cases: Cases, portfolioId: number, bankUser: string): Promise<Signed | undefined> {
  const { api } = cases
  const person = cases.next()
  const client = await accountOf(cases, person, portfolioId)
  const { personal, employment, name } = person
  const applied = await applyForLoan(api, { portfolioId, client, bankUser, personal, employment })
  const offer = await askAmount(applied)
  if (offer.result !== AmountResult.availableMatched) return undefined
  await savePlan(applied)
  await signNow(api, client, applied.loanNo, { ach: true, name: `${name.firstName} ${name.lastName}` })
  return { client, loanNo: applied.loanNo, person }
}

type Role = (typeof DEMONSTRATION_TEAM)[number]['roles'][number]

/** The employee of a role. */
export async function employeeOf(api: TestApi, role: Role): Promise<TestClient> {
  const employee = DEMONSTRATION_TEAM.find(({ roles }) => roles.includes(role))
  assert(employee !== undefined, 'the team has an employee of each role')
  return await signInEmployee(api, employee.name)
}

/** The employee of a role confirms what another entered. */
export async function confirmAs(
  api: TestApi,
  role: Role,
  entered: { readonly approvalNo: string } | null,
): Promise<void> {
  if (entered !== null) await confirmApproval(await employeeOf(api, role), entered.approvalNo)
}
