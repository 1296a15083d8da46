import { allowAccountCall } from '@dolphin/contract/verification-staff'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { TransactionType } from '@dolphin/domain/payments/codes'
import { linkBank } from '@dolphin/api/testing/bank-links'
import { openBrowser } from '@dolphin/api/testing/customers'
import { moneyDays } from '@dolphin/api/testing/money-days'
import { applyForLoan } from '@dolphin/api/testing/offers'
import {
  accountOf,
  type Begun,
  type Cases,
  employeeOf,
  PORTFOLIO,
  type Signed,
  signedAndApproved,
} from './cases.ts'

/** One whose link is only ended, one who links another account, and one to whom that is allowed. */
const BY_TOKEN = 3
/** Told apart from the bank's other files of the day by it. */
const SERIAL = 22

/** Loans of people whose bank gives a token in place of the account's number. */
export async function signByToken(cases: Cases, begun: Begun): Promise<void> {
  const all: (Signed | undefined)[] = []
  for (let one = 0; one < BY_TOKEN; one += 1) all.push(await signedAndApproved(cases, 'user_token'))
  begun.byToken = all.filter((one) => one !== undefined)
}

/** The bank sends their money back, for the tokens have ended; some of them link another account. */
export async function endTokens(cases: Cases, { byToken = [] }: Begun): Promise<void> {
  const { api, today } = cases
  const all = await Promise.all(
    byToken.map(({ loanNo }) => listTransactions(api.database.db, { portfolioId: PORTFOLIO, loanNo })),
  )
  const news = all
    .flat()
    .filter(({ type, traceNumber }) => type === TransactionType.credit && traceNumber !== null)
    .map((transaction) => ({ transaction, code: 'R04' }))
  if (news.length === 0) return
  await moneyDays(api).bankSaysNow(news, SERIAL, `RET-${formatLocalDate(today)}-4.ach`)
  const [, linksOther, mayUseOther] = byToken
  if (linksOther !== undefined) await linkOther(cases, linksOther)
  if (mayUseOther === undefined) return
  await linkOther(cases, mayUseOther)
  const underwriter = await employeeOf(api, 'underwriter')
  const note = 'The borrower has moved to this account and is its owner.'
  await underwriter.ask(allowAccountCall, { body: { loanNo: mayUseOther.loanNo, note } })
}

/** Linked in a new browser, for the session of the signature has ended. */
async function linkOther({ api }: Cases, { client, loanNo, person }: Signed): Promise<void> {
  const { firstName, lastName } = person.name
  const browser = await openBrowser(api, client)
  await linkBank(api, browser, loanNo, {
    username: 'user_unmatched',
    ownerName: `${firstName} ${lastName}`,
  })
}

/** An applicant chooses a bank that does not know the lender. */
export async function linkUnknownBank(cases: Cases): Promise<number> {
  const person = cases.next()
  const client = await accountOf(cases, person)
  const { personal, employment } = person
  await applyForLoan(cases.api, { client, bankUser: 'user_not_enabled', personal, employment })
  return 1
}
