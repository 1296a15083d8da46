import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallValue } from '../../api-client/call.ts'
import { queryClient } from '../../api-client/with-queries.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import type { Answer } from '../../testing/answers.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle, type, until } from '../../testing/render.tsx'
import { sampleFallbackOptions, sampleInstitutions } from '../../testing/sample-verification.ts'
import { ConnectBank } from './connect-bank.tsx'
import { HowItEnded, Introduction, NoAmount } from './connect-introduction.tsx'

vi.mock('../../app/persisted-state.ts', () => ({
  persistState: vi.fn(() => Promise.resolve()),
  persistedState: vi.fn(() => Promise.resolve({})),
}))

const LINK = {
  requestCode: 'R-2',
  purpose: 'IBV',
  expiresAt: '2026-12-01T00:00:00-05:00',
  ticket: 3003,
  url: '/sandbox-bank/1',
  linkToken: null,
}

type Institutions = CallValue<'listInstitution'>

async function open({
  list = () => ({ data: sampleInstitutions() }),
  link = { data: LINK },
  introduction = <Introduction />,
}: {
  list?: () => Answer
  link?: Answer
  introduction?: ReactNode
} = {}) {
  const sent = answerCalls({ listInstitution: list, createRequestCode: link })
  const onBack = vi.fn()
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <ConnectBank
        loanNo="118-0000013"
        introduction={introduction}
        fallbackOptions={sampleFallbackOptions()}
        onBack={onBack}
        otherWays={null}
      />
    </QueryClientProvider>,
  )
  await until(() => page.querySelector('button') !== null)
  const asked = () => sent.filter(({ name }) => name === 'createRequestCode').map(({ body }) => body)
  return { page, asked, onBack, searches: () => sent.filter(({ name }) => name === 'listInstitution').length }
}

const radios = (page: HTMLElement) => [...page.querySelectorAll<HTMLInputElement>('input[type=radio]')]
const goOn = (page: HTMLElement) =>
  settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === 'Continue')?.click())
const wish = { loanNo: '118-0000013', purpose: 'IBV' }
const assign = vi.fn()

beforeEach(() => {
  giveBootData()
  queryClient.clear()
  assign.mockReset()
  vi.spyOn(location, 'assign').mockImplementation(assign)
})
afterEach(async () => {
  await render(null)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('what is read, what is not possible and how long it takes stand before the banks', async () => {
  const { page } = await open()
  expect(page.querySelector('h1')?.textContent).toBe('Connect your bank')
  expect([...page.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'We read your account number, balance and 90 days of activity.',
    'We can’t move money or see your password.',
    'About 1 minute. Going back or a bank problem doesn’t count as a try.',
  ])
})

test('the bank that was linked before is chosen; its link begins with it', async () => {
  const { page, asked } = await open()
  expect(
    radios(page)
      .filter(({ checked }) => checked)
      .map(({ value }) => value),
  ).toEqual(['sampleton'])
  expect(page.textContent).toContain('You used this before · ••2333')
  await goOn(page)
  await until(() => assign.mock.calls.length > 0)
  expect(asked()).toEqual([{ ...wish, institutionId: 'sampleton' }])
  expect(assign).toHaveBeenCalledWith('/sandbox-bank/1')
})

test('a bank that is down says so and cannot be chosen; a failed one is marked and can be', async () => {
  const { page } = await open()
  expect(radios(page).map(({ value, disabled }) => [value, disabled])).toEqual([
    ['sampleton', false],
    ['demo-valley', false],
    ['exampleton', true],
    ['not-listed', false],
  ])
  expect(page.textContent).toContain('Not working now. Try again later.')
  expect(page.textContent).toContain('Didn’t work last time')
})

test('nothing is begun before a bank is chosen; one that is not listed is found on the next page', async () => {
  const { institutions, ...rest } = sampleInstitutions()
  const { page, asked } = await open({
    list: () => ({ data: { ...rest, institutions: institutions.slice(1) } }),
  })
  await goOn(page)
  expect(page.querySelector('[role=alert]')?.textContent).toContain('Select your bank')
  expect(asked()).toEqual([])
  await settle(() => radios(page).at(-1)?.click())
  await goOn(page)
  await until(() => assign.mock.calls.length > 0)
  expect(asked()).toEqual([wish])
})

test('a bank that has just gone down is said where it was chosen, and the banks are read again', async () => {
  const message = 'Sampleton Savings Bank is not working now. Choose another bank, or try again later.'
  const refusal = {
    status: 422,
    code: -1,
    message: 'Not valid',
    errors: [{ elementKey: 'institutionId', message }],
  }
  const { page, searches } = await open({ link: refusal })
  await goOn(page)
  await until(() => page.querySelector('[role=alert]') !== null)
  expect(page.querySelector('[role=alert]')?.textContent).toContain(message)
  expect(page.querySelector('#banks-error')?.textContent).toBe(message)
  await until(() => searches() === 2)
  expect(assign).not.toHaveBeenCalled()
})

test('while the directory is away that is said, and the link goes on without a bank', async () => {
  const away: Institutions = { providerId: 'first', directory: 'away', institutions: [] }
  const { page, asked } = await open({ list: () => ({ data: away }) })
  expect(page.textContent).toContain('We can’t list banks right now.')
  expect(page.querySelector('input')).toBeNull()
  await goOn(page)
  await until(() => assign.mock.calls.length > 0)
  expect(asked()).toEqual([wish])
})

test('a search that finds nothing says so; the bank chosen before is not taken for it', async () => {
  let words = 0
  const none: Institutions = { providerId: 'first', directory: 'asked', institutions: [] }
  const { page, asked } = await open({
    list: () => ({ data: (words += 1) === 1 ? sampleInstitutions() : none }),
  })
  const search = page.querySelector<HTMLInputElement>('input[type=search]')
  if (search) await type(search, 'Nowhere')
  await until(() => (page.textContent ?? '').includes('No bank has this name.'))
  await goOn(page)
  await until(() => assign.mock.calls.length > 0)
  expect(asked()).toEqual([wish])
})

test('after a link that came to nothing the screen begins with why; the way back is there', async () => {
  const { page, onBack } = await open({
    introduction: <HowItEnded status={IbvStatus.financialInstitutionError} reason={null} />,
  })
  expect(page.querySelector('h1')?.textContent).toBe('Your bank isn’t responding')
  expect(page.textContent).toContain('This doesn’t count as a try.')
  await settle(() => page.querySelector<HTMLButtonElement>('button[aria-label=Back]')?.click())
  expect(onBack).toHaveBeenCalledOnce()
})

test('where no amount was found the screen begins with why, and what would change it', async () => {
  const reasons = [
    { code: 'incomeTooLow', reason: 'Your income is too low.', change: 'Link the account of your pay.' },
  ]
  const { page } = await open({ introduction: <NoAmount reasons={reasons} /> })
  expect(page.querySelector('h1')?.textContent).toBe('We can’t make an offer with this account')
  expect(page.querySelector('li')?.textContent).toBe('Your income is too low. Link the account of your pay.')
  expect(radios(page)).toHaveLength(4)
})
