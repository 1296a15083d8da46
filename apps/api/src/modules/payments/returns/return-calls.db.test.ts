import { LoanStatus } from '@dolphin/domain/loans/codes'
import { PaymentMode, TransactionType, TransactionStatus } from '@dolphin/domain/payments/codes'
import { importReturnCall } from '@dolphin/contract/returns'
import { repairBankCall as repairCall } from '@dolphin/contract/disbursement'
import { payOffCall } from '@dolphin/contract/servicing-changes'
import { paymentDetailCall } from '@dolphin/contract/servicing'
import { listInboxEntries } from '@dolphin/database/payments/ach-inbox-repository'
import { insertIbvRequest, saveIbvReport } from '@dolphin/database/verification/ibv-repository'
import { listLoanChanges } from '@dolphin/database/servicing/loan-change-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { makeLoanNo } from '@dolphin/domain/loans/loan-number'
import { cents, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reportToStored } from '../../borrowers/verified-income.ts'
import { startTestApi, type TestApi } from '../../../testing/api-fixture.ts'
import { bankFile, type BankNews } from '../../../testing/bank-returns.ts'
import { expectRefused } from '../../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../../testing/call-coverage/prove-changes.ts'
import { signInEmployee } from '../../../testing/employees.ts'
import { liveOn } from '../../../testing/funded-loans.ts'
import { ledgerDifferences, debitsOf, moneyDays, noticesOf, PAYDAYS } from '../../../testing/money-days.ts'
import { resetApi } from '../../../testing/reset-api.ts'
import { type SignedLoan, signLoan } from '../../../testing/signed-loans.ts'
import { importInboxFile } from './import-file.ts'
import type { MoneyDeps } from '../../../deps.ts'

let api: TestApi
let days: ReturnType<typeof moneyDays>

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  days = moneyDays(api)
})
afterAll(() => api.close())

const NEW_ACCOUNT = { routingNumber: '091000019', accountNumber: '999888777666', accountType: 3001 } as const
const PORTFOLIO = { portfolioId: 118 } as const

async function firstDebit(loan: SignedLoan): Promise<MoneyTransaction> {
  const [debit] = await debitsOf(api, loan)
  if (debit === undefined) throw new Error('the debit is there')
  return debit
}

/** A payoff saved by call, sent and taken. */
async function paidOffAndTaken(): Promise<SignedLoan> {
  const loan = await days.fundOne()
  await liveOn(api, '2026-03-05T09:00:00-05:00')
  const body = { loanNo: loan.loanNo, mode: 1, paymentMode: PaymentMode.ach, date: '2026-03-06' } as const
  await loan.client.ask(payOffCall, { body })
  const run = await days.batch('2026-03-05')
  expect(run.ineligible).toEqual([])
  await days.settle('2026-03-06')
  return loan
}

describe('the debit of an open change that comes back (domain.md §9, §10)', () => {
  test('fails the change: the schedule before it holds again, and its next payment is taken', async () => {
    const loan = await paidOffAndTaken()
    const before = await findCurrentPlan(api.database.db, loan)
    await days.bankSays('2026-03-09', [{ transaction: await firstDebit(loan), code: 'R01' }])
    const [change] = await listLoanChanges(api.database.db, loan)
    expect(change?.status).toBe('failed')
    const after = await findCurrentPlan(api.database.db, loan)
    expect(after?.plan.planNo).not.toBe(before?.plan.planNo)
    expect(after?.installments.filter(({ flags }) => (flags & 1) === 0)).toHaveLength(10)
    expect((await findLoan(api.database.db, loan))?.status).toBe(LoanStatus.disbursed)
    // What a change asked for once is not tried again by itself.
    expect((await debitsOf(api, loan)).map(({ status }) => status)).toEqual([-1])
    expect(await noticesOf(api, loan)).toContain('paymentReturned')
    expect(await ledgerDifferences(api, loan)).toEqual([])
    const run = await days.collect(['2026-03-09', PAYDAYS[0][1], PAYDAYS[0][2]])
    expect([run.ineligible, run.files.length]).toEqual([[], 1])
    await liveOn(api, '2026-03-13T12:00:00-04:00')
    const query = { loanNo: loan.loanNo }
    expect(await loan.client.ask(paymentDetailCall, { query })).toMatchObject({ openChange: null })
  })
})

describe('a file that is cut short', () => {
  test('goes on where it stopped, and two at once apply each entry once', async () => {
    const loans = await days.fund(4)
    await days.collect(PAYDAYS[0])
    const news: BankNews[] = []
    for (const loan of loans) news.push({ transaction: await firstDebit(loan), code: 'R01' })
    const bytes = bankFile(news)
    const file = { fileName: 'RET.ach', bytes, actor: 'test' }
    days.at('2026-03-16', '12:00')
    let writes = 0
    const dying: MoneyDeps = {
      ...days.money,
      units: {
        write: (work) => {
          writes += 1
          if (writes === 4) return Promise.reject(new Error('the process is gone'))
          return days.money.units.write(work)
        },
      },
    }
    // The file's row, two entries, and then one fails; the others are not kept from going on.
    await expect(importInboxFile(dying, [days.data()], file)).rejects.toThrow('the process is gone')
    const [one, two] = await Promise.all([
      importInboxFile(days.money, [days.data()], file),
      importInboxFile(days.money, [days.data()], file),
    ])
    expect(one.returns + two.returns).toBe(1)
    expect(one.alreadyKnown + two.alreadyKnown).toBe(7)
    for (const loan of loans) {
      expect(await listInboxEntries(api.database.db, loan)).toHaveLength(1)
      expect((await firstDebit(loan)).status).toBe(TransactionStatus.rejected)
      expect(await ledgerDifferences(api, loan)).toEqual([])
    }
  })
})

describe('the calls (contract.md)', () => {
  test('importReturn answers from what the batch sent; the rates and the repair from what it imported', async () => {
    const loan = await signLoan(api)
    const employee = await signInEmployee(api)
    const unknown = { type: TransactionType.credit, amount: cents(50_000n), traceNumber: '123456780000000' }
    const upload = async (news: readonly BankNews[], serial: number) => {
      const file = { name: 'RET.ach', type: 'text/plain', bytes: bankFile(news, { serial }) }
      return await employee.call(importReturnCall, { body: PORTFOLIO }, { file })
    }
    const credit = async () => {
      const [sent] = await listTransactions(api.database.db, loan)
      if (sent === undefined) throw new Error('the credit is there')
      return sent
    }
    const repair = { body: { loanNo: loan.loanNo, ...NEW_ACCOUNT } }
    await expectRefused(loan.client, 'repairBank', repair, 'repairNotOpen')
    await proveChanges(api, async () => void (await days.batch('2026-03-03')), {
      importReturn: {
        before: () => upload([{ transaction: unknown, code: 'R03' }], 0),
        after: async () => {
          const answer = await upload([{ transaction: await credit(), code: 'R03' }], 1)
          expect(answer.data).toMatchObject({ returns: 1, unmatched: [] })
          return answer
        },
      },
    })
    await expectRefused(
      loan.client,
      'repairBank',
      { body: { ...repair.body, loanNo: makeLoanNo(118, 999_999) } },
      'loanNotFound',
    )
    expect((await loan.client.ask(repairCall, repair)).homeFlag).toBe(4)
    api.shown.changed('repairBank')
  })

  test('the rates follow what is imported', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const transaction = await firstDebit(loan)
    const employee = await signInEmployee(api)
    const file = { name: 'RET.ach', type: 'text/plain', bytes: bankFile([{ transaction, code: 'R10' }]) }
    await proveChanges(api, () => employee.ask(importReturnCall, { body: PORTFOLIO }, { file }), {
      returnRate: asking(employee, 'returnRate', { query: PORTFOLIO }),
    })
    await expectRefused(employee, 'returnRate', { query: { portfolioId: 999 } }, 'notFound')
    const large = { ...file, bytes: new Uint8Array(10 * 1_024 * 1_024 + 1) }
    await expectRefused(employee, 'importReturn', { body: PORTFOLIO, file: large }, 'payloadTooLarge')
  })

  test('an account is one that the bank has named, and guessing has an end (domain.md §6; design/security.md)', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    await days.bankSays('2026-03-16', [{ transaction: await firstDebit(loan), code: 'R02' }])
    await verifiedAccount(loan)
    await liveOn(api, '2026-03-16T13:00:00-04:00')
    const body = { loanNo: loan.loanNo, ...NEW_ACCOUNT }
    const ask = (accountNumber: string) => ({ body: { ...body, accountNumber } })
    for (const same of ['000111222333', '111222333'])
      await expectRefused(loan.client, 'repairBank', ask(same), 'bankAccountNotMatched')
    for (const accountNumber of ['999888777001', '999888777002', '999888777003']) {
      await expectRefused(loan.client, 'repairBank', ask(accountNumber), 'bankAccountNotMatched')
    }
    await expectRefused(loan.client, 'repairBank', { body }, 'tooManyRequests')
    await liveOn(api, '2026-03-16T14:30:00-04:00')
    await expectRefused(
      loan.client,
      'repairBank',
      { body: { ...body, routingNumber: '091000018' } },
      'invalidInput',
    )
    const answer = await loan.client.call(repairCall, { body })
    expect(answer.data).toMatchObject({ homeFlag: 5 })
  })

  async function verifiedAccount({ portfolioId, customerKey, loanNo }: SignedLoan): Promise<void> {
    const requestCode = 'sample-request'
    const at = new Date('2026-03-02T12:00:00Z')
    const { db } = api.database
    await insertIbvRequest(db, {
      portfolioId,
      customerKey,
      loanNo,
      requestCode,
      provider: 'sandbox',
      providerReference: '',
      status: IbvStatus.successful,
      createdAt: at,
      expiresAt: at,
    })
    const report = {
      institution: 'Sample bank',
      asOf: localDate(2026, 3, 2),
      accounts: [
        {
          ...NEW_ACCOUNT,
          accountId: 'one',
          type: NEW_ACCOUNT.accountType,
          name: 'Checking',
          ownerNames: [],
          open: true,
          balance: ZERO_CENTS,
          transactions: [],
        },
      ],
    }
    const key = { portfolioId, customerKey, loanNo, requestCode }
    await saveIbvReport(db, api.deps.cipher, key, { report: reportToStored(report), at })
  }
})
