import { documentListCall } from '@dolphin/contract/documents'
import {
  cancelChangeCall,
  listChangeCall,
  payFixedAmountCall,
  payOffCall,
  payOffInNCall,
  requestChangeCall,
} from '@dolphin/contract/servicing-changes'
import { paymentDetailCall } from '@dolphin/contract/servicing'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import { listTransactionMoves, listTransactions } from '@dolphin/database/payments/transaction-repository'
import { listNoticeTrail } from '@dolphin/database/notices/notice-trail-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { parseMoney } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import {
  InstallmentFlag,
  PaymentMode,
  TransactionMode,
  TransactionType,
  TransactionStatus,
} from '@dolphin/domain/payments/codes'
import { readPdfText } from '@dolphin/integrations/document/pdf-text'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorkItem } from '../work-items/work-item-service.ts'
import { openLiveDocument } from './documents-of-the-day.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fundLoan, liveOn } from '../../testing/funded-loans.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

const PREVIEW = 0
const SAVE = 1
const ach = PaymentMode.ach

const detailOf = ({ client, loanNo }: SignedLoan) => client.ask(paymentDetailCall, { query: { loanNo } })

function payOff(
  { client, loanNo }: SignedLoan,
  mode: number,
  more: { quoteId?: string; date?: string } = {},
) {
  const body = { loanNo, mode: mode as 0 | 1, paymentMode: ach, date: '2026-03-06', ...more }
  return client.ask(payOffCall, { body })
}

describe('paying off (domain.md §10, 101)', () => {
  test('the preview quotes to the cent and writes nothing; the save plans one debit dated by the quote', async () => {
    const loan = await fundLoan(api)
    const preview = await payOff(loan, PREVIEW)
    // 500.00 at 260 % for the two days from 2026-03-04 to 2026-03-06: 500 × 2.6 × 2 / 365 = 7.12.
    expect(preview.quote).toMatchObject({
      principal: '500.00',
      interest: '7.12',
      fee: '0.00',
      total: '507.12',
      perDiem: '3.5616',
      goodThrough: '2026-03-06',
      inFlight: [],
    })
    expect(preview).toMatchObject({ changeNo: null, documentNo: null, totalAfter: '507.12' })
    expect(await detailOf(loan)).toMatchObject({ openChange: null })
    const saved = await payOff(loan, SAVE, { quoteId: preview.quoteId })
    expect(saved).toMatchObject({ notification: 103, quote: { total: '507.12' } })
    expect(saved.documentNo).toMatch(/^D\d{9}$/)
    const debits = (await listTransactions(api.database.db, loan)).filter(
      ({ type }) => type === TransactionType.debit,
    )
    expect(debits).toMatchObject([
      { purpose: 'payOff', amount: 50_712n, status: TransactionStatus.none, changeNo: saved.changeNo },
    ])
    const detail = await detailOf(loan)
    expect(detail.openChange).toMatchObject({ changeNo: saved.changeNo, status: 'open', cancelable: true })
    expect(detail.installments.every(({ flags }) => (flags & InstallmentFlag.deleted) === 0)).toBe(true)
  })

  test('a hundred saves at once make exactly one debit', async () => {
    const loan = await fundLoan(api)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        loan.client.call(payOffCall, {
          body: { loanNo: loan.loanNo, mode: SAVE, paymentMode: ach, date: '2026-03-06' },
        }),
      ),
    )
    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === 1)).toHaveLength(1)
    expect(new Set(codes.filter((code) => code !== 1))).toEqual(new Set([codeOf('changeAlreadyOpen')]))
    const debits = (await listTransactions(api.database.db, loan)).filter(
      ({ type }) => type === TransactionType.debit,
    )
    expect(debits).toHaveLength(1)
  })

  test('undone before the cut-off, everything is as before and the debit never goes', async () => {
    const loan = await fundLoan(api)
    const before = await detailOf(loan)
    const { changeNo } = await payOff(loan, SAVE)
    const params = { changeNo: changeNo ?? '' }
    const undone = await loan.client.ask(cancelChangeCall, { params, body: {} })
    expect(undone).toMatchObject({ status: 'cancelled', cancelable: false })
    const after = await detailOf(loan)
    expect(after.installments).toEqual(before.installments)
    expect(after.openChange).toBeNull()
    const debits = (await listTransactions(api.database.db, loan)).filter(
      ({ type }) => type === TransactionType.debit,
    )
    expect(debits).toMatchObject([{ status: TransactionStatus.rejected }])
    // Canceled before sending: 0 → -1, never through a cut-off window that did not open.
    const { portfolioId } = loan
    const [transactionNo = ''] = debits.map((debit) => debit.transactionNo)
    const moves = await listTransactionMoves(api.database.db, { portfolioId, transactionNo })
    expect(moves.map(({ fromStatus, toStatus }) => [fromStatus, toStatus])).toEqual([
      [null, 0],
      [0, -1],
    ])
    const again = await loan.client.call(cancelChangeCall, { params, body: {} })
    expect(again.code).toBe(codeOf('changeNotCancelable'))
  })

  test('a quote read on another day is out of date', async () => {
    const loan = await fundLoan(api)
    const { quoteId } = await payOff(loan, PREVIEW, { date: '2026-03-10' })
    const other = await loan.client.call(payOffCall, {
      body: { loanNo: loan.loanNo, mode: SAVE, paymentMode: ach, date: '2026-03-11', quoteId },
    })
    expect(other.code).toBe(codeOf('quoteOutdated'))
  })
})

describe('what is refused, with nothing written (issue: bad input)', () => {
  const refusals: readonly [string, ResponseCodeName, (loan: SignedLoan) => Promise<{ code: number }>][] = [
    [
      'an amount of zero',
      'amountTooSmall',
      ({ client, loanNo }) =>
        client.call(requestChangeCall, {
          params: { changeTypeCode: '103' },
          body: { loanNo, mode: SAVE, amount: '0.00', date: '2026-03-06', paymentMode: ach },
        }),
    ],
    [
      'a fixed amount that would not amortise',
      'amountTooSmall',
      ({ client, loanNo }) =>
        client.call(payFixedAmountCall, { body: { loanNo, mode: SAVE, amount: '10.00', paymentMode: ach } }),
    ],
    [
      'a pay-down above the payoff',
      'amountTooLarge',
      ({ client, loanNo }) =>
        client.call(requestChangeCall, {
          params: { changeTypeCode: '103' },
          body: { loanNo, mode: SAVE, amount: '900.00', date: '2026-03-06', paymentMode: ach },
        }),
    ],
    [
      'a Sunday',
      'dateNotAvailable',
      ({ client, loanNo }) =>
        client.call(payOffCall, { body: { loanNo, mode: SAVE, paymentMode: ach, date: '2026-03-08' } }),
    ],
    [
      'wages',
      'paymentModeRefused',
      ({ client, loanNo }) =>
        client.call(requestChangeCall, {
          params: { changeTypeCode: '107' },
          body: { loanNo, mode: SAVE, paymentMode: PaymentMode.wageAssignment },
        }),
    ],
    [
      'a field that is missing',
      'invalidInput',
      ({ client, loanNo }) =>
        client.call(requestChangeCall, {
          params: { changeTypeCode: '107' },
          body: { loanNo, mode: SAVE },
        }),
    ],
  ]

  test('a mode that is read but never newly chosen is refused with its reason (domain.md §1)', async () => {
    const { client, loanNo } = await fundLoan(api)
    const { none, paperCheck, rtt, tpt, rcc } = TransactionMode
    const said = async (paymentMode: PaymentMode | TransactionMode) => {
      const params = { changeTypeCode: '107' } as const
      const reply = await client.call(requestChangeCall, {
        params,
        body: { loanNo, mode: SAVE, paymentMode },
      })
      expect(reply.code).toBe(codeOf('paymentModeRefused'))
      return (reply.data as { errors: { message: string }[] }).errors.map(({ message }) => message).join()
    }
    expect(await said(PaymentMode.wageAssignment)).toContain('16 CFR 444.2')
    expect(await said(rcc)).toContain('16 CFR 310.4')
    expect(await said(none)).toContain('Choose how you want to pay')
    expect(await said(paperCheck)).toContain('only pays money out')
    for (const rail of [rtt, tpt]) expect(await said(rail)).toContain('not a way to pay that you can choose')
    const payOff = { loanNo, mode: SAVE, paymentMode: rcc, date: '2026-03-10' } as const
    expect((await client.call(payOffCall, { body: payOff })).code).toBe(codeOf('paymentModeRefused'))
  })

  test.each(refusals)('%s', async (_what, name, ask) => {
    const loan = await fundLoan(api)
    const answer = await ask(loan)
    expect(answer.code).toBe(codeOf(name))
    const { changes } = await loan.client.ask(listChangeCall, { query: { loanNo: loan.loanNo } })
    expect(changes).toEqual([])
    expect(
      (await listTransactions(api.database.db, loan)).filter(({ type }) => type === TransactionType.debit),
    ).toEqual([])
  })

  test('a foreign loan number is as if it did not exist', async () => {
    const [mine, other] = [await fundLoan(api), await fundLoan(api)]
    const answer = await mine.client.call(payOffCall, {
      body: { loanNo: other.loanNo, mode: PREVIEW, paymentMode: ach, date: '2026-03-06' },
    })
    expect(answer.code).toBe(codeOf('loanNotFound'))
  })

  test('a sign-in of more than an hour ago is asked for again', async () => {
    const loan = await fundLoan(api)
    api.clock.set('2026-03-04T11:30:00-05:00')
    await liveOnWithoutProof(api)
    const answer = await loan.client.call(payOffCall, {
      body: { loanNo: loan.loanNo, mode: SAVE, paymentMode: ach, date: '2026-03-06' },
    })
    expect(answer.code).toBe(codeOf('recentSignInRequired'))
  })
})

async function liveOnWithoutProof({ database }: TestApi): Promise<void> {
  await database.executeSql(
    "update sessions set last_seen_at = '2026-03-04T16:29:00Z' where ended_at is null",
  )
}

describe('changes of the schedule (domain.md §10)', () => {
  test('102 pays off in three level payments; the old rows stay under their flag', async () => {
    const loan = await fundLoan(api)
    const { client, loanNo } = loan
    const body = { loanNo, number: 3, paymentMode: ach }
    const preview = await client.ask(payOffInNCall, { body: { ...body, mode: PREVIEW } })
    const open = preview.newSchedule.filter(({ source }) => source === 'new')
    expect(open.length).toBeGreaterThanOrEqual(2)
    expect(parseMoney(preview.totalAfter) ?? 0n).toBeLessThan(parseMoney(preview.totalBefore) ?? 0n)
    const saved = await client.ask(payOffInNCall, {
      body: { ...body, mode: SAVE, quoteId: preview.quoteId },
    })
    expect(saved.newSchedule).toEqual(preview.newSchedule)
    const detail = await detailOf(loan)
    expect(detail.installments.map(({ amount }) => amount)).toEqual(
      preview.newSchedule.map(({ amount }) => amount),
    )
    expect(detail.installments.some(({ flags }) => (flags & InstallmentFlag.new) !== 0)).toBe(true)
  })

  test('104 ends the authorization, and the way to pay is a money order from then on', async () => {
    const loan = await fundLoan(api)
    const { client, loanNo } = loan
    const body = { loanNo, mode: SAVE } as const
    const saved = await client.ask(requestChangeCall, { params: { changeTypeCode: '104' }, body })
    expect(saved).toMatchObject({ paymentMode: PaymentMode.moneyOrder, costDifference: '0.00' })
    expect(await detailOf(loan)).toMatchObject({ paymentMode: PaymentMode.moneyOrder })
    const notices = await listNoticeTrail(api.database.db, loan)
    expect(notices.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['changeConfirmed', 'authorizationEnded']),
    )
  })

  test('104 closes the work item of a text that asked for it, and no other loan’s', async () => {
    const [loan, other] = [await fundLoan(api), await fundLoan(api)]
    const kind = 'revocationToCheck' as const
    for (const { loanNo } of [loan, other]) {
      const item = {
        portfolioId: 118,
        kind,
        subject: `revocation/${loanNo}`,
        loanNo,
        reason: 'a text',
        actor: 'test',
      }
      await api.deps.units.write(async (unit) => ok(await openWorkItem(api.deps, unit, item)))
    }
    const body = { loanNo: loan.loanNo, mode: SAVE, paymentMode: ach } as const
    await loan.client.ask(requestChangeCall, { params: { changeTypeCode: '104' }, body })
    const left = await listOpenWorkItems(api.database.db, { portfolioId: 118, kind })
    expect(left.map(({ loanNo }) => loanNo)).toEqual([other.loanNo])
  })

  test('104 is never kept waiting by an open change, and undoing that one does not bring debits back', async () => {
    const loan = await fundLoan(api)
    const { client, loanNo } = loan
    const fixed = { loanNo, mode: SAVE, amount: '90.00', paymentMode: ach } as const
    const { changeNo } = await client.ask(payFixedAmountCall, { body: fixed })
    const body = { loanNo, mode: SAVE } as const
    await client.ask(requestChangeCall, { params: { changeTypeCode: '104' }, body })
    expect(await detailOf(loan)).toMatchObject({
      paymentMode: PaymentMode.moneyOrder,
      openChange: { changeNo },
    })
    await client.ask(cancelChangeCall, { params: { changeNo: changeNo ?? '' }, body: {} })
    expect(await detailOf(loan)).toMatchObject({ paymentMode: PaymentMode.moneyOrder, openChange: null })
  })

  test('103 shortens by default and lowers on wish; both keep the next payment', async () => {
    const loan = await fundLoan(api)
    const { client, loanNo } = loan
    const ask = (effect?: 'shorter' | 'smaller') =>
      client.ask(requestChangeCall, {
        params: { changeTypeCode: '103' },
        body: {
          loanNo,
          mode: PREVIEW,
          amount: '150.00',
          date: '2026-03-06',
          paymentMode: ach,
          ...(effect === undefined ? {} : { effect }),
        },
      })
    const [shorter, smaller] = [await ask(), await ask('smaller')]
    expect(shorter.newSchedule.length).toBeLessThan(smaller.newSchedule.length)
    for (const { newSchedule, oldSchedule } of [shorter, smaller]) {
      expect(newSchedule[0]).toMatchObject({ source: 'single', amount: '150.00', dueDate: '2026-03-06' })
      expect(newSchedule.at(-1)?.balanceAfter).toBe('0.00')
      expect(newSchedule[1]?.dueDate).toBe(oldSchedule[0]?.dueDate)
    }
  })

  test('a second change waits until the first is done', async () => {
    const loan = await fundLoan(api)
    await payOff(loan, SAVE)
    const second = await loan.client.call(payOffInNCall, {
      body: { loanNo: loan.loanNo, number: 2, paymentMode: ach, mode: PREVIEW },
    })
    expect(second.code).toBe(codeOf('changeAlreadyOpen'))
    await liveOn(api, '2026-03-04T11:00:00-05:00')
  })
})

describe('papers of a live loan (issue: notices and documents)', () => {
  test('payoff letter and statement are made when they are opened, for their owner alone', async () => {
    const [mine, other] = [await fundLoan(api), await fundLoan(api)]
    const { documents } = await mine.client.ask(documentListCall, { query: { loanNo: mine.loanNo } })
    const liveDocuments = documents.filter(({ sha256 }) => sha256 === null)
    expect(liveDocuments.map(({ documentType }) => documentType)).toEqual([9, 12])
    for (const { documentNo } of liveDocuments) {
      const document = await openLiveDocument(api.deps, mine.client, documentNo)
      expect(document?.fileName).toMatch(/ 118-\d{7} 2026-03-04\.pdf$/)
      const text = readPdfText(document?.bytes ?? new Uint8Array()).join(' ')
      expect(text).toContain('500.00')
      expect(await openLiveDocument(api.deps, other.client, documentNo)).toBeUndefined()
    }
  })
})
