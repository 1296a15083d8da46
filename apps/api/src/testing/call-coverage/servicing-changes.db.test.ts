import { CALLS } from '@dolphin/contract/registry'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { signInEmployee } from '../employees.ts'
import { batchOn, fundLoan, liveOn, settleOn } from '../funded-loans.ts'
import { moneyDays, PAYDAYS } from '../money-days.ts'
import { resetApi } from '../reset-api.ts'
import { signOnOffer } from '../check-loans.ts'
import { type SignedLoan, signLoan } from '../signed-loans.ts'
import { asking, proveChanges } from './prove-changes.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

const ach = PaymentMode.ach
const mark = { kind: 'typed', text: 'Jordan Sample' } as const
const PREVIEW = { mode: 0, paymentMode: ach } as const
const SAVE = { mode: 1, paymentMode: ach } as const

/** The first agreed payment, told, sent and taken. */
async function firstPaymentTaken(): Promise<void> {
  const run = await moneyDays(api).collect(PAYDAYS[0])
  expect(run).toMatchObject({ ineligible: [], files: [{ debits: 1 }] })
  await liveOn(api, '2026-03-13T11:00:00-04:00')
}

/** Every preview of a change, and what lists them. */
function questionsAbout({ client, loanNo }: SignedLoan, date: string) {
  const comparison = {
    body: { loanNo, planA: 'current', planB: { changeTypeCode: 102, number: 3 } },
  } as const
  return {
    payOff: asking(client, 'payOff', { body: { loanNo, ...PREVIEW, date } }),
    payOffInN: asking(client, 'payOffInN', { body: { loanNo, ...PREVIEW, number: 3 } }),
    payFixedAmount: asking(client, 'payFixedAmount', { body: { loanNo, ...PREVIEW, amount: '150.00' } }),
    requestChange: asking(client, 'requestChange', {
      params: { changeTypeCode: '103' },
      body: { loanNo, ...PREVIEW, amount: '50.00', date },
    }),
    paymentDetail: asking(client, 'paymentDetail', { query: { loanNo } }),
    getPaymentOption: asking(client, 'getPaymentOption', { query: { loanNo } }),
    compareTransactionFee: asking(client, 'compareTransactionFee', comparison),
    listChange: asking(client, 'listChange', { query: { loanNo } }),
    documentList: asking(client, 'documentList', { query: { loanNo } }),
  }
}

test('with the money the loan goes from one list to the other, and may be changed from then on', async () => {
  const [checked, loan] = [await signOnOffer(api), await signLoan(api)]
  const { client, loanNo } = loan
  const funding = async () => {
    await batchOn(api, '2026-03-03')
    await settleOn(api, '2026-03-04')
  }
  await proveChanges(api, funding, {
    ...questionsAbout(loan, '2026-03-06'),
    listDisbursementLoan: asking(client, 'listDisbursementLoan', {}),
    listRepaymentLoan: asking(client, 'listRepaymentLoan', {}),
    authorization: asking(client, 'authorization', { body: { loanNo, version: 3, mark } }),
    cancelLoan: asking(client, 'cancelLoan', { body: { loanNo, mode: 0 } }),
    disbursementDate: asking(client, 'disbursementDate', { body: { loanNo, date: '2026-03-04' } }),
    paperCheck: {
      before: asking(checked.client, 'paperCheck', {
        body: { loanNo: checked.loanNo, addressConfirmed: true },
      }),
      after: asking(client, 'paperCheck', { body: { loanNo, addressConfirmed: true } }),
    },
  })
})

test('the papers of the day are there from the day the money is, and say what was paid since', async () => {
  const unfunded = await signLoan(api)
  const { documents: none } = await unfunded.client.ask(CALLS.documentList, {
    query: { loanNo: unfunded.loanNo },
  })
  expect(none.filter(({ sha256 }) => sha256 === null)).toEqual([])
  await batchOn(api, '2026-03-03')
  await settleOn(api, '2026-03-04')
  const { documents } = await unfunded.client.ask(CALLS.documentList, { query: { loanNo: unfunded.loanNo } })
  const [letter] = documents.filter(({ sha256 }) => sha256 === null)
  const params = { documentNo: letter?.documentNo ?? '' }
  await proveChanges(api, () => api.database.executeSql('select 1'), {
    documentFile: {
      before: asking(unfunded.client, 'documentFile', { params: { documentNo: 'not-made' } }),
      after: asking(unfunded.client, 'documentFile', { params }),
    },
  })
})

test('a payment that was taken is in every figure', async () => {
  const loan = await fundLoan(api)
  await liveOn(api, '2026-03-05T09:00:00-05:00')
  const { documentList: _, ...figures } = questionsAbout(loan, '2026-03-17')
  await proveChanges(api, firstPaymentTaken, {
    ...figures,
    listRepaymentLoan: asking(loan.client, 'listRepaymentLoan', {}),
  })
})

test('one change at a time: a saved one is listed, closes the others, and can be taken back', async () => {
  const loan = await fundLoan(api)
  const { client, loanNo } = loan
  let changeNo = ''
  const save = async () => {
    const saved = await client.ask(CALLS.payOff, { body: { loanNo, ...SAVE, date: '2026-03-06' } })
    changeNo = saved.changeNo ?? ''
  }
  await proveChanges(api, save, {
    ...questionsAbout(loan, '2026-03-06'),
    cancelChange: {
      before: asking(client, 'cancelChange', { params: { changeNo: 'C999999999' }, body: {} }),
      after: () => client.call(CALLS.cancelChange, { params: { changeNo }, body: {} }),
    },
  })
})

test('an extra payment that was taken is in the payoff and in what plans cost', async () => {
  const loan = await fundLoan(api)
  const { client, loanNo } = loan
  const payDown = async () => {
    await client.ask(CALLS.requestChange, {
      params: { changeTypeCode: '103' },
      body: { loanNo, ...SAVE, amount: '100.00', date: '2026-03-05' },
    })
    await batchOn(api, '2026-03-04')
    await settleOn(api, '2026-03-05')
  }
  const { payOff, compareTransactionFee, paymentDetail } = questionsAbout(loan, '2026-03-06')
  await proveChanges(api, payDown, { payOff, compareTransactionFee, paymentDetail })
  const body = { loanNo, ...PREVIEW, date: '2026-03-06' } as const
  const { quote } = await client.ask(CALLS.payOff, { body })
  // 500.00 bears 3.56 to the 5th; of the 100.00 paid 96.44 is principal; 403.56 bears 2.87 to the 6th.
  expect(quote).toMatchObject({ principal: '403.56', interest: '2.87', total: '406.43' })
})

test('without a permission nothing is taken; a new one lets payments go on (104, then authorization)', async () => {
  const loan = await fundLoan(api)
  const { client, loanNo } = loan
  const detail = asking(client, 'paymentDetail', { query: { loanNo } })
  const stop = () =>
    client.ask(CALLS.requestChange, { params: { changeTypeCode: '104' }, body: { loanNo, mode: 1 } })
  await proveChanges(api, stop, { paymentDetail: detail })
  const allow = () => client.ask(CALLS.authorization, { body: { loanNo, version: 3, mark } })
  await proveChanges(api, allow, { paymentDetail: detail })
  const { automatic, paymentMode } = await client.ask(CALLS.paymentDetail, { query: { loanNo } })
  expect([automatic.on, paymentMode]).toEqual([true, ach])
})

test('a loan in collection blocks another application', async () => {
  const loan = await fundLoan(api)
  await firstPaymentTaken()
  await settleOn(api, '2026-04-28')
  const employee = await signInEmployee(api)
  const body = { loanNo: loan.loanNo, subStatus: 'notified', note: 'Three payments are missing' } as const
  const collect = () => employee.ask(CALLS.collectLoan, { body })
  await proveChanges(api, collect, {
    checkCollectionStatus: asking(loan.client, 'checkCollectionStatus', { body: {} }),
    paymentDetail: asking(loan.client, 'paymentDetail', { query: { loanNo: loan.loanNo } }),
  })
})
