import { ChangeType } from '@dolphin/domain/payments/codes'
import { describe, expect, test } from 'vitest'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle, until } from '../../testing/render.tsx'
import { aRepaymentLoan } from '../../testing/sample-home.ts'
import { aChangeList, aLiveLoan, aPreview } from '../../testing/sample-repayment.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { changeText } from './change-messages.ts'
import LoanDetailsPage from './loan-details-page.tsx'
import { repaymentText } from './messages.ts'

const preview = aPreview({
  changeTypeCode: ChangeType.revokeFutureAch,
  newSchedule: aPreview().oldSchedule,
  costDifference: '0.00',
  holdsFrom: '2026-04-03',
  remarks: ['We will not take it. Stopping it is free.'],
})

async function open(search: string, stops = aChangeList().choices?.stops ?? []) {
  history.replaceState(null, '', `/repayment/loan-details${search}`)
  const { choices, ...list } = aChangeList()
  const sent = answerCalls({
    listRepaymentLoan: { data: { homeFlag: 5, loans: [aRepaymentLoan()] } },
    paymentDetail: { data: aLiveLoan() },
    listChange: { data: { ...list, choices: { ...choices, stops } } },
    getHoliday: { data: [] },
    requestChange: { data: { ...preview, changeNo: 'C-1' } },
  })
  const page = await render(<LoanDetailsPage />)
  await until(() => page.querySelector('h1') !== null)
  return { page, sent }
}

const says = (page: HTMLElement, words: string) => until(() => page.textContent?.includes(words) ?? false)
const radio = (page: HTMLElement, number: number) =>
  page.querySelector<HTMLInputElement>(`input[name="number"][value="${number}"]`)
const submit = (page: HTMLElement) => settle(() => page.querySelector('form')?.requestSubmit())

signedInForEachTest()

describe('stopping one payment (104 by its number)', () => {
  test('stands on the loan page beside turning autopay off', async () => {
    const { page } = await open('')
    await until(() => page.querySelector('a[href$="change=stop-one"]') !== null)
    expect(page.querySelector('a[href$="change=stop-one"]')?.textContent).toContain(
      repaymentText('hintStopOne'),
    )
  })

  test('each payment says until when; one that is being sent says so and cannot be chosen', async () => {
    const { page } = await open('?change=stop-one')
    await says(page, changeText('stopOneTitle'))
    for (const words of ['stopOneFree', 'stopOneOwed', 'stopOneLate'] as const)
      expect(page.textContent).toContain(changeText(words))
    expect(radio(page, 1)?.disabled).toBe(true)
    expect(radio(page, 1)?.closest('label')?.textContent).toContain(changeText('stopOneSent'))
    expect(radio(page, 2)?.disabled).toBe(false)
    expect(radio(page, 2)?.closest('label')?.textContent).toMatch(
      /\$288\.51 on Fri, Apr 3, 2026.*until Wed, Apr 1/,
    )
    expect(page.querySelector('input:checked')).toBeNull()
  })

  test('nothing is asked of the server before one is chosen', async () => {
    const { page, sent } = await open('?change=stop-one')
    await says(page, changeText('stopOneTitle'))
    await submit(page)
    expect(page.textContent).toContain(changeText('chooseStop'))
    expect(sent.some(({ name }) => name === 'requestChange')).toBe(false)
  })

  test('the chosen one is looked at, and its button names its day', async () => {
    const { page, sent } = await open('?change=stop-one')
    await says(page, changeText('stopOneTitle'))
    await settle(() => radio(page, 2)?.click())
    await submit(page)
    await says(page, changeText('reviewTitle'))
    expect(page.textContent).toContain('Stopping it is free.')
    const act = [...page.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Stop the payment of Fri, Apr 3, 2026',
    )
    await settle(() => act?.click())
    await until(() => location.pathname === '/notification/103')
    expect(sent.findLast(({ name }) => name === 'requestChange')?.body).toMatchObject({ number: 2, mode: 1 })
  })

  test('where no payment is taken by itself, it says so', async () => {
    const { page } = await open('?change=stop-one', [])
    await says(page, changeText('stopOneNone'))
    expect(page.querySelector('form')).toBeNull()
  })
})
