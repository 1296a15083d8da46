import { randomUUID } from 'node:crypto'
import type { CallInputOf } from '@dolphin/contract/call'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import { makeLoanNo } from '@dolphin/domain/loans/loan-number'
import { ok } from '@dolphin/domain/outcome'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyDueChanges } from '@dolphin/database/servicing/loan-change-repository'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { fundLoan, liveOn } from '../funded-loans.ts'
import { moneyDays, PAYDAYS } from '../money-days.ts'
import { resetApi } from '../reset-api.ts'
import { type SignedLoan, signLoan } from '../signed-loans.ts'
import { expectRefused } from './expect-refused.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const { ach, cash } = PaymentMode
const mark = { kind: 'typed', text: 'Jordan Sample' } as const
const STRANGER = { kind: 'typed', text: 'Somebody Else' } as const
const ONE = { mode: 1 } as const
const SAVE = { ...ONE, paymentMode: ach } as const
const AT_HOME = { addressConfirmed: true } as const
const code = (changeTypeCode: '103' | '104' | '105' | '107' | '111' | '201') => ({
  params: { changeTypeCode },
})

type Compared = CallInputOf<typeof CALLS.compareTransactionFee>['body']['planB']
const compared = (loanNo: string, planB: Compared) => ({ body: { loanNo, planA: 'current' as const, planB } })

/** A call that has to refuse, by the loan that it is about. */
interface Case {
  readonly name: CallName
  readonly refusal: ResponseCodeName
  readonly why: string
  readonly ask: (loan: SignedLoan, refusal: ResponseCodeName) => Promise<void>
}

const refusing = <Name extends CallName>(
  name: Name,
  refusal: ResponseCodeName,
  input: (loanNo: string) => CallInputOf<(typeof CALLS)[Name]>,
  why = '',
): Case => ({
  name,
  refusal,
  why,
  ask: ({ client, loanNo }, code) => expectRefused(client, name, input(loanNo), code),
})

const refuseAll = (loan: SignedLoan, { ask, refusal }: Case) => ask(loan, refusal)

/** Every call about a live loan, as it would go through on 2026-03-04. */
const VALID: readonly Case[] = [
  refusing('payOff', 'loanNotFound', (loanNo) => ({ body: { loanNo, ...SAVE, date: '2026-03-06' } })),
  refusing('payOffInN', 'loanNotFound', (loanNo) => ({ body: { loanNo, ...SAVE, number: 3 } })),
  refusing('payFixedAmount', 'loanNotFound', (loanNo) => ({ body: { loanNo, ...SAVE, amount: '150.00' } })),
  refusing('requestChange', 'loanNotFound', (loanNo) => ({ ...code('104'), body: { loanNo, ...ONE } })),
  refusing('authorization', 'loanNotFound', (loanNo) => ({ body: { loanNo, version: 3, mark } })),
  refusing('cancelLoan', 'loanNotFound', (loanNo) => ({ body: { loanNo, ...ONE } })),
]

/** Reads, and what belongs to the time before the money. */
const OTHERS: readonly Case[] = [
  refusing('listChange', 'loanNotFound', (loanNo) => ({ query: { loanNo } })),
  refusing('paymentDetail', 'loanNotFound', (loanNo) => ({ query: { loanNo } })),
  refusing('getPaymentOption', 'loanNotFound', (loanNo) => ({ query: { loanNo } })),
  refusing('documentList', 'loanNotFound', (loanNo) => ({ query: { loanNo } })),
  refusing('documentFile', 'notFound', (loanNo) => ({ params: { documentNo: `payoff-letter-${loanNo}` } })),
  refusing('checkCollectionStatus', 'loanNotFound', (loanNo) => ({ body: { loanNo } })),
  refusing('paperCheck', 'loanNotFound', (loanNo) => ({ body: { loanNo, ...AT_HOME } })),
  refusing('disbursementDate', 'loanNotFound', (loanNo) => ({ body: { loanNo, date: '2026-03-06' } })),
  refusing('compareTransactionFee', 'loanNotFound', (loanNo) => compared(loanNo, 'current')),
  refusing('cancelChange', 'notFound', () => ({ params: { changeNo: 'C999999999' }, body: {} })),
]

describe('a loan that is not there, not funded, or whose borrower signed in long ago', () => {
  test('of a loan that does not exist', async () => {
    const loan = await signLoan(api)
    for (const one of [...VALID, ...OTHERS])
      await refuseAll({ ...loan, loanNo: makeLoanNo(118, 999_999) }, one)
  })

  test('of a loan that is not funded, or is over, nothing can be changed', async () => {
    const loan = await signLoan(api)
    const live = VALID.filter(({ name }) => name !== 'cancelLoan')
    for (const { ask } of live) await ask(loan, 'loanStatusInvalid')
    const query = { loanNo: loan.loanNo }
    await expectRefused(loan.client, 'paymentDetail', { query }, 'loanStatusInvalid')
    const dated = (date: string) => ({ body: { loanNo: loan.loanNo, date } })
    await expectRefused(loan.client, 'disbursementDate', dated('2026-03-08'), 'dateNotAvailable')
    await loan.client.ask(CALLS.cancelLoan, { body: { loanNo: loan.loanNo, mode: 1 } })
    for (const { ask } of VALID) await ask(loan, 'loanStatusInvalid')
    const check = { body: { loanNo: loan.loanNo, addressConfirmed: true as const } }
    await expectRefused(loan.client, 'paperCheck', check, 'disbursementNotOpen')
    await expectRefused(loan.client, 'disbursementDate', dated('2026-03-05'), 'disbursementNotOpen')
  })

  test('a sign-in of more than an hour ago is asked for again before money moves (ASVS 7.5.3)', async () => {
    const loan = await fundLoan(api)
    api.clock.set('2026-03-04T11:30:00-05:00')
    await api.database.executeSql(
      "update sessions set last_seen_at = '2026-03-04T16:29:00Z' where ended_at is null",
    )
    for (const { ask } of VALID) await ask(loan, 'recentSignInRequired')
  })
})

const DATED = { ...SAVE, date: '2026-03-06' } as const
const VALUES: readonly Case[] = [
  refusing(
    'payOff',
    'dateNotAvailable',
    (loanNo) => ({ body: { loanNo, ...SAVE, date: '2026-03-08' } }),
    'a Sunday',
  ),
  refusing(
    'payOff',
    'cutOffPassed',
    (loanNo) => ({ body: { loanNo, ...SAVE, date: '2026-03-04' } }),
    'today',
  ),
  refusing('payOff', 'quoteOutdated', (loanNo) => ({ body: { loanNo, ...DATED, quoteId: 'another' } })),
  refusing('payOff', 'paymentModeRefused', (loanNo) => ({ body: { loanNo, ...DATED, paymentMode: cash } })),
  refusing(
    'payOffInN',
    'dateNotAvailable',
    (loanNo) => ({ body: { loanNo, ...DATED, number: 3 } }),
    'no due date',
  ),
  refusing('payOffInN', 'quoteOutdated', (loanNo) => ({
    body: { loanNo, ...SAVE, number: 3, quoteId: 'another' },
  })),
  refusing('payOffInN', 'paymentModeRefused', (loanNo) => ({
    body: { loanNo, ...ONE, number: 3, paymentMode: cash },
  })),
  refusing(
    'payOffInN',
    'changeTypeRefused',
    (loanNo) => ({ body: { loanNo, ...SAVE, number: 11 } }),
    'more than left',
  ),
  refusing('payFixedAmount', 'amountTooSmall', (loanNo) => ({ body: { loanNo, ...SAVE, amount: '10.00' } })),
  refusing('payFixedAmount', 'amountTooLarge', (loanNo) => ({
    body: { loanNo, ...SAVE, amount: '5000.00' },
  })),
  refusing('payFixedAmount', 'dateNotAvailable', (loanNo) => ({
    body: { loanNo, ...DATED, amount: '150.00' },
  })),
  refusing('payFixedAmount', 'quoteOutdated', (loanNo) => ({
    body: { loanNo, ...SAVE, amount: '150.00', quoteId: 'another' },
  })),
  refusing('payFixedAmount', 'paymentModeRefused', (loanNo) => ({
    body: { loanNo, ...ONE, amount: '150.00', paymentMode: cash },
  })),
  refusing(
    'requestChange',
    'amountTooSmall',
    (loanNo) => ({ ...code('103'), body: { loanNo, ...DATED, amount: '9.99' } }),
    'less than 10.00',
  ),
  refusing(
    'requestChange',
    'amountTooLarge',
    (loanNo) => ({ ...code('103'), body: { loanNo, ...DATED, amount: '507.12' } }),
    'all that is owed, which is a payoff',
  ),
  refusing('requestChange', 'dateNotAvailable', (loanNo) => ({
    ...code('103'),
    body: { loanNo, ...SAVE, amount: '50.00', date: '2026-03-08' },
  })),
  refusing('requestChange', 'cutOffPassed', (loanNo) => ({
    ...code('103'),
    body: { loanNo, ...SAVE, amount: '50.00', date: '2026-03-04' },
  })),
  refusing('requestChange', 'quoteOutdated', (loanNo) => ({
    ...code('103'),
    body: { loanNo, ...DATED, amount: '50.00', quoteId: 'another' },
  })),
  refusing('requestChange', 'paymentModeRefused', (loanNo) => ({
    ...code('107'),
    body: { loanNo, ...ONE, paymentMode: cash },
  })),
  refusing(
    'requestChange',
    'changeTypeRefused',
    (loanNo) => ({ ...code('107'), body: { loanNo, ...SAVE } }),
    'as it is already',
  ),
  refusing(
    'requestChange',
    'signatureInvalid',
    (loanNo) => ({ ...code('111'), body: { loanNo, ...ONE, number: 13 } }),
    'a longer plan without a signature',
  ),
  refusing(
    'authorization',
    'consentOutdated',
    (loanNo) => ({ body: { loanNo, version: 99, mark } }),
    'a text that is not the one of today',
  ),
  refusing('authorization', 'signatureInvalid', (loanNo) => ({
    body: { loanNo, version: 3, mark: STRANGER },
  })),
  refusing('compareTransactionFee', 'changeTypeRefused', (loanNo) =>
    compared(loanNo, { changeTypeCode: 102, number: 11 }),
  ),
  refusing('compareTransactionFee', 'amountTooSmall', (loanNo) =>
    compared(loanNo, { changeTypeCode: 103, amount: '1.00' }),
  ),
  refusing('compareTransactionFee', 'amountTooLarge', (loanNo) =>
    compared(loanNo, { changeTypeCode: 103, amount: '900.00' }),
  ),
  refusing(
    'compareTransactionFee',
    'planNotOffered',
    (loanNo) => compared(loanNo, { changeTypeCode: 105 }),
    'a change that is compared by its own preview',
  ),
]

describe('what a change of a live loan refuses, with nothing written (domain.md §10)', () => {
  let loan: SignedLoan

  beforeAll(async () => {
    await resetApi(api)
    loan = await fundLoan(api)
  })

  test.each(VALUES)('$name: $refusal $why', async (one) => {
    await refuseAll(loan, one)
    const { changes } = await loan.client.ask(CALLS.listChange, { query: { loanNo: loan.loanNo } })
    expect(changes).toEqual([])
  })

  test('the least that repays takes so long that it is signed', async () => {
    const { client, loanNo } = loan
    const { payoffOptions } = await client.ask(CALLS.getPaymentOption, { query: { loanNo } })
    const amount = payoffOptions.find(({ least }) => least !== null)?.least ?? ''
    await expectRefused(client, 'payFixedAmount', { body: { loanNo, ...SAVE, amount } }, 'signatureInvalid')
  })

  test('the amount that is paid already is no change', async () => {
    const { client, loanNo } = loan
    const { installments } = await client.ask(CALLS.paymentDetail, { query: { loanNo } })
    const amount = installments[0]?.amount ?? ''
    await expectRefused(client, 'payFixedAmount', { body: { loanNo, ...SAVE, amount } }, 'changeTypeRefused')
  })

  test('a second change waits; one that was taken back cannot be taken back again', async () => {
    const { client, loanNo } = loan
    const save = { body: { loanNo, ...DATED } }
    const { changeNo } = await client.ask(CALLS.payOff, save)
    const params = { changeNo: changeNo ?? '' }
    await expectRefused(client, 'payOff', save, 'changeAlreadyOpen')
    const second: readonly Case[] = [
      refusing('payOffInN', 'changeAlreadyOpen', () => ({ body: { loanNo, ...SAVE, number: 3 } })),
      refusing('payFixedAmount', 'changeAlreadyOpen', () => ({
        body: { loanNo, ...SAVE, amount: '150.00' },
      })),
      refusing('requestChange', 'changeAlreadyOpen', () => ({
        ...code('103'),
        body: { loanNo, ...DATED, amount: '50.00' },
      })),
      refusing('compareTransactionFee', 'changeAlreadyOpen', () => compared(loanNo, 'current')),
    ]
    for (const one of second) await refuseAll(loan, one)
    await client.ask(CALLS.cancelChange, { params, body: {} })
    await expectRefused(client, 'cancelChange', { params, body: {} }, 'changeNotCancelable')
  })
})

describe('what only another loan or another day refuses', () => {
  test('without a permission, agreed debits need one (12 CFR 1005.10(b))', async () => {
    await resetApi(api)
    const { client, loanNo } = await fundLoan(api, { ach: false })
    await expectRefused(
      client,
      'payOffInN',
      { body: { loanNo, ...SAVE, number: 3 } },
      'authorizationRequired',
    )
    const fixed = { body: { loanNo, ...SAVE, amount: '150.00' } }
    await expectRefused(client, 'payFixedAmount', fixed, 'authorizationRequired')
    const mode = { ...code('107'), body: { loanNo, ...SAVE } }
    await expectRefused(client, 'requestChange', mode, 'authorizationRequired')
  })

  test('a payment on its way is not moved any more', async () => {
    await resetApi(api)
    const { client, loanNo } = await fundLoan(api)
    await liveOn(api, '2026-03-12T09:00:00-04:00')
    const move = { ...code('201'), body: { loanNo, mode: 0 as const, number: 1 } }
    await expectRefused(client, 'requestChange', move, 'changeTooLate')
  })

  test('beginning later with as many payments moves the last of them on so far that it is signed', async () => {
    await resetApi(api)
    const { client, loanNo } = await fundLoan(api)
    const body = { loanNo, paymentMode: ach, number: 10, date: '2026-04-24' } as const
    const preview = await client.ask(CALLS.payOffInN, { body: { ...body, mode: 0 } })
    expect(preview).toMatchObject({ needsSignature: true, holdsFrom: '2026-04-24', lastDateMovesByDays: 42 })
    await expectRefused(client, 'payOffInN', { body: { ...body, mode: 1 } }, 'signatureInvalid')
  })

  test('from midnight after the first banking day it is too late to cancel', async () => {
    await resetApi(api)
    const { client, loanNo } = await fundLoan(api)
    await liveOn(api, '2026-03-06T00:00:00-05:00')
    await expectRefused(client, 'cancelLoan', { body: { loanNo, mode: 1 } }, 'rescissionTimePassed')
  })

  test('where nothing is owed there is nothing to pay off', async () => {
    await resetApi(api)
    const days = moneyDays(api)
    const loan = await fundLoan(api)
    const { client, loanNo } = loan
    await client.ask(CALLS.payOffInN, { body: { loanNo, ...SAVE, number: 1 } })
    await days.collect(PAYDAYS[0])
    await days.collect(PAYDAYS[1])
    await api.deps.units.write(async (unit) => ok(await applyDueChanges(unit.tx, 118, unit.now)))
    await liveOn(api, '2026-03-27T10:00:00-04:00')
    expect(await client.ask(CALLS.paymentDetail, { query: { loanNo } })).toMatchObject({
      payoffToday: '0.00',
    })
    const again = { body: { loanNo, ...SAVE, date: '2026-03-30' } }
    await expectRefused(client, 'payOff', again, 'changeTypeRefused')
  })
})

describe('a retry of the same intent (contract.md "Idempotency")', () => {
  test('answers what was answered, though by now it would be refused', async () => {
    await resetApi(api)
    const { client, loanNo } = await fundLoan(api)
    const key = { idempotencyKey: randomUUID() }
    const save = { body: { loanNo, ...DATED } }
    const first = await client.ask(CALLS.payOff, save, key)
    expect(await client.ask(CALLS.payOff, save, key)).toEqual(first)
    await client.ask(CALLS.cancelChange, { params: { changeNo: first.changeNo ?? '' }, body: {} })
    const again = { idempotencyKey: randomUUID() }
    const rescind = { body: { loanNo, mode: 1 as const } }
    const canceled = await client.call(CALLS.cancelLoan, rescind, again)
    expect(canceled.code).toBe(1)
    expect((await client.call(CALLS.cancelLoan, rescind, again)).data).toEqual(canceled.data)
    const signed = { idempotencyKey: randomUUID() }
    const authorization = { body: { loanNo, version: 3, mark } }
    const answers = await Promise.all(
      [signed, signed].map((options) => client.call(CALLS.authorization, authorization, options)),
    )
    expect(answers[1]?.data).toEqual(answers[0]?.data)
    await expectRefused(
      client,
      'authorization',
      { body: { loanNo, version: 3, mark: { kind: 'typed', text: 'J. Sample' } }, ...signed },
      'idempotencyKeyReused',
    )
  })
})
