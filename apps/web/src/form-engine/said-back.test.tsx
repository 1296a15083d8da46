import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { localDate } from '@dolphin/domain/calendar/local-date'
import type { FormElement } from '@dolphin/domain/form/form-definition'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api-client/with-queries.tsx'
import { answerCalls } from '../testing/answer-calls.ts'
import { giveBootData } from '../testing/boot-data.ts'
import { render, settle, type, until } from '../testing/render.tsx'
import { FormFields } from './form-fields.tsx'
import { FormStore } from './form-store.ts'
import { FormStoreContext } from './form-store-context.ts'

const field = (elementKey: string, differs: Partial<FormElement> = {}): FormElement => ({
  elementKey,
  elementLabel: elementKey,
  dataControl: 'text',
  ...differs,
})
const BANK = [
  field('bankRoutingNo', { controlProperty: { saysBack: 'bankName' } }),
  field('bankAccountNo', { controlProperty: { saysBack: 'accountTail' } }),
]
const PAY = [
  field('payrollFrequency'),
  field('lastPayday', { controlProperty: { saysBack: 'nextPaydays' } }),
  field('paydayOnHoliday'),
]

async function open(elements: readonly FormElement[]) {
  const urls = { readUrl: '/r', createUrl: '/c', updateUrl: '/u' }
  const store = new FormStore(
    { definition: { code: 'bank', version: 1, title: 'Bank', elements, ...urls }, options: new Map() },
    { externalKey: 'A-1', version: 1, values: {}, masked: {} },
    { today: localDate(2026, 11, 30), holidays: new Set([localDate(2026, 12, 25)]) },
  )
  const page = await render(
    <FormStoreContext value={store}>
      <FormFields elements={elements} />
    </FormStoreContext>,
  )
  await until(() => page.querySelector('[role=status]') !== null)
  const said = () => [...page.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)
  const answer = async (name: string, text: string) => {
    const input = page.querySelector<HTMLInputElement>(`#field-${name}`)
    if (input) await type(input, text)
    await settle(() => {})
  }
  return { page, said, answer }
}

const bankInfo = (differs: object) => ({
  routingNumber: '231009906',
  valid: true,
  known: true,
  bankName: 'Sampleton Savings Bank',
  city: 'Dover',
  state: 'DE',
  takesAch: true,
  newRoutingNumber: null,
  account: null,
  ...differs,
})

beforeEach(() => {
  giveBootData()
  queryClient.clear()
})
afterEach(async () => {
  await render(null)
  vi.unstubAllGlobals()
})

test('a routing number names its bank once it is whole and its check digit holds', async () => {
  const sent = answerCalls({ getBankInfo: { data: bankInfo({}) } })
  const { said, answer } = await open(BANK)
  await answer('bankRoutingNo', '231009907')
  expect([said()[0], sent.length]).toEqual(['', 0])
  await answer('bankRoutingNo', '231009906')
  await until(() => said()[0] !== '')
  expect(said()[0]).toBe('Sampleton Savings Bank')
})

test('a bank that is not known is not named; one that takes no electronic payments says so', async () => {
  let known = false
  answerCalls({
    getBankInfo: () => ({ data: bankInfo(known ? { takesAch: false } : { bankName: null, takesAch: null }) }),
  })
  const { said, answer } = await open(BANK)
  await answer('bankRoutingNo', '231009906')
  await settle(() => {})
  expect(said()[0]).toBe('')
  known = true
  await answer('bankRoutingNo', '123456780')
  await until(() => said()[0] !== '')
  expect(said()[0]).toContain('does not take electronic payments')
})

test('an account number is confirmed by its last four digits, and not before there are four', async () => {
  answerCalls({})
  const { said, answer } = await open(BANK)
  await answer('bankAccountNo', '233')
  expect(said()[1]).toBe('')
  await answer('bankAccountNo', '000111222333')
  expect(said()[1]).toBe('Ends in 2333')
  await answer('bankAccountNo', '0001112223x3')
  expect(said()[1]).toBe('')
})

test('the next paydays follow every answer that they depend on', async () => {
  answerCalls({})
  const { said, answer } = await open(PAY)
  await answer('lastPayday', '2026-11-20')
  expect(said()[0]).toBe('')
  await answer('payrollFrequency', String(PayrollFrequency.biWeekly))
  expect(said()[0]).toBe('Your next paydays: Fri, Dec 4 and Fri, Dec 18')
  await answer('lastPayday', '2026-11-27')
  expect(said()[0]).toBe('Your next paydays: Fri, Dec 11 and Mon, Dec 28')
  await answer('paydayOnHoliday', '-1')
  expect(said()[0]).toBe('Your next paydays: Fri, Dec 11 and Thu, Dec 24')
})
