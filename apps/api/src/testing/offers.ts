import type { CallReply } from '@dolphin/contract/call'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { getPaymentOptionCall, savePaymentOptionCall } from '@dolphin/contract/plans'
import type { TestApi } from './api-fixture.ts'
import { fillApplication } from './applications.ts'
import { linkBank } from './bank-links.ts'
import { createCustomer } from './customers.ts'

export type Applicant = Awaited<ReturnType<typeof createCustomer>>

export interface AppliedLoan {
  readonly client: Applicant
  readonly email: string
  readonly loanNo: string
  readonly applicationNo: string
}

let serial = 0

/** A Social Security number that is unique in the test; the endings that the sandbox knows are left out. */
const newSsn = (): string => `521-45-${String(3_000 + serial)}`

/** A customer with a whole application and a linked bank. */
export async function applyForLoan(
  api: TestApi,
  {
    portfolioId = 118,
    bankUser = 'user_good',
    sharedAccounts = 1,
    personal = {},
    employment = {},
    question = {},
    client: given,
  }: {
    readonly portfolioId?: number
    readonly bankUser?: string
    /** How many of the bank's accounts the borrower shares. */
    readonly sharedAccounts?: number
    readonly personal?: Parameters<typeof fillApplication>[1]
    readonly employment?: Readonly<Record<string, string>>
    readonly question?: Readonly<Record<string, string>>
    /** Who applies; a new customer otherwise. */
    readonly client?: Applicant
  } = {},
): Promise<AppliedLoan> {
  serial += 1
  const email = `applicant${serial}@example.com`
  const client = given ?? (await createCustomer(api, { email, portfolioId }))
  const { loanNo, applicationNo } = await fillApplication(
    client,
    { ssn: newSsn(), email, ...personal },
    employment,
    question,
  )
  await linkBank(api, client, loanNo, { username: bankUser, shared: sharedAccounts })
  return { client, email, loanNo, applicationNo }
}

export const askAmount = ({ client, applicationNo }: AppliedLoan) =>
  client.ask(calculateQualifiedAmountCall, { body: { applicationNo } })

export type Offer = CallReply<typeof calculateQualifiedAmountCall>

/** As applyForLoan, with an offer on the table. */
export async function qualifyForLoan(
  api: TestApi,
  wish: Parameters<typeof applyForLoan>[1] = {},
): Promise<AppliedLoan & { readonly offer: Offer }> {
  const applied = await applyForLoan(api, wish)
  const offer = await askAmount(applied)
  if (offer.result !== 1) throw new Error(`no offer: ${JSON.stringify(offer)}`)
  return { ...applied, offer }
}

/** The plans on offer for a loan. */
export const plansOf = ({ client, loanNo }: AppliedLoan, amount?: string) =>
  client.ask(getPaymentOptionCall, { query: { loanNo, ...(amount === undefined ? {} : { amount }) } })

/** Saves the plan that is recommended. */
export async function savePlan(applied: AppliedLoan) {
  const { recommendedOptionId } = await plansOf(applied)
  if (recommendedOptionId === null) throw new Error('an offer has a plan')
  const body = { loanNo: applied.loanNo, optionId: recommendedOptionId }
  return await applied.client.ask(savePaymentOptionCall, { body })
}

/** As qualifyForLoan, with the recommended plan saved. */
export async function planLoan(api: TestApi, wish: Parameters<typeof applyForLoan>[1] = {}) {
  const qualified = await qualifyForLoan(api, wish)
  return { ...qualified, saved: await savePlan(qualified) }
}
