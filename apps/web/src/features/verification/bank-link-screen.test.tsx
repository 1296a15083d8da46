import { NoiaSituation } from '@dolphin/domain/loans/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../api-client/with-queries.tsx'
import type { ApplicationView, ScreenProps } from '../applications/application-view.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle, until } from '../../testing/render.tsx'
import { anApplication } from '../../testing/sample-application.ts'
import { sampleInstitutions } from '../../testing/sample-verification.ts'
import BankLinkScreen from './bank-link-screen.tsx'
import type { FallbackOptions } from './use-fallback-options.ts'

/** What this browser keeps of the link it opened; the real place is encrypted. */
const kept: { workflow: { requestId?: string } } = vi.hoisted(() => ({ workflow: {} }))
vi.mock('../../app/persisted-state.ts', () => ({
  persistState: vi.fn(() => Promise.resolve()),
  persistedState: vi.fn(() => Promise.resolve(kept.workflow)),
}))

type Attempt = NonNullable<FallbackOptions['attempt']>

const anAttempt = (overrides: Partial<Attempt> = {}): Attempt => ({
  requestCode: 'R-1',
  way: 'bank',
  ibvStatus: IbvStatus.accountError,
  text: '',
  reason: null,
  ...overrides,
})

const sampleFallbackOptions = (overrides: Partial<FallbackOptions> = {}): FallbackOptions => ({
  providerId: 'plaid',
  name: 'Plaid',
  link: { kind: 'page', scriptUrl: null, environment: 'test' },
  trouble: false,
  fallbacks: [
    { kind: 'provider', providerId: 'mx', name: 'MX' },
    { kind: 'statementUpload', providerId: null, name: 'Upload a bank statement' },
    { kind: 'person', providerId: null, name: 'Ask a person' },
  ],
  triesLeft: 2,
  attempt: anAttempt(),
  ...overrides,
})

const LINK = {
  requestCode: 'R-2',
  purpose: 'IBV',
  expiresAt: '2026-12-01T00:00:00-05:00',
  ticket: 3003,
  url: '/bank-link/mx/USR-1',
  linkToken: null,
}

/** What a link found, as `getRequestDetails` answers it. */
const FOUND = {
  purpose: 'IBV',
  institution: 'Sample Community Bank',
  accounts: [],
  income: null,
}

async function open(
  ibvStatus: IbvStatus,
  fallbackOptions = sampleFallbackOptions(),
  readFound = () => Promise.resolve({ data: FOUND }),
  differs: Partial<ApplicationView> = {},
) {
  const sent = answerCalls({
    getProvider: { data: fallbackOptions },
    createRequestCode: { data: LINK },
    getRequestDetails: readFound,
    listInstitution: { data: sampleInstitutions() },
  })
  const props: ScreenProps = {
    view: anApplication(5, { ibvStatus, signedIn: true, ...differs }),
    goOn: vi.fn(async () => {}),
    goTo: vi.fn(),
    goBack: vi.fn(),
    refresh: vi.fn(async () => undefined),
  }
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <BankLinkScreen {...props} />
    </QueryClientProvider>,
  )
  const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'ibvDetails'
  await until(() => queryClient.isFetching({ predicate: isOther }) === 0)
  await until(
    () => queryClient.isFetching({ predicate: isOther }) === 0 && page.querySelector('button') !== null,
  )
  await settle(() => {})
  return { page, props, asked: () => sent.filter(({ name }) => name === 'createRequestCode') }
}

const button = (page: HTMLElement, words: string) =>
  [...page.querySelectorAll('button')].find(({ textContent }) => textContent === words)

const assign = vi.fn()

beforeEach(() => {
  giveBootData()
  queryClient.clear()
  sessionStorage.clear()
  assign.mockReset()
  vi.spyOn(location, 'assign').mockImplementation(assign)
  history.replaceState(null, '', '/application/link-1')
})
afterEach(async () => {
  await render(null)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const FAILED = [IbvStatus.accountError, IbvStatus.financialInstitutionError, IbvStatus.otherError] as const

describe('fallback options of a bank link (domain.md §5)', () => {
  test.each(FAILED)('status %i: the other provider is asked for by its id and opened', async (status) => {
    const { page, asked } = await open(status)
    await settle(() => button(page, 'Link through MX instead')?.click())
    await until(() => assign.mock.calls.length > 0)
    expect(asked()).toEqual([
      { name: 'createRequestCode', body: { loanNo: '118-0000013', purpose: 'IBV', providerId: 'mx' } },
    ])
    expect(assign).toHaveBeenCalledWith('/bank-link/mx/USR-1')
  })

  test.each(FAILED)('status %i: the same provider again starts at the banks', async (status) => {
    const { page, asked } = await open(status)
    expect(page.textContent).toContain('Didn’t work last time')
    await settle(() => button(page, 'Continue')?.click())
    await until(() => assign.mock.calls.length > 0)
    expect(asked()[0]?.body).toEqual({ loanNo: '118-0000013', purpose: 'IBV', institutionId: 'sampleton' })
  })

  test('a person is asked by that name', async () => {
    const { page, asked } = await open(IbvStatus.otherError)
    await settle(() => button(page, 'Ask a person to review it')?.click())
    await until(() => assign.mock.calls.length > 0)
    expect(asked()[0]?.body).toMatchObject({ providerId: 'person' })
  })

  test('a rung that the server does not name has no button, and three used-up tries are said', async () => {
    const { page } = await open(IbvStatus.otherError, sampleFallbackOptions({ fallbacks: [], triesLeft: 0 }))
    expect(button(page, 'Link through MX instead')).toBeUndefined()
    expect(button(page, 'Ask a person to review it')).toBeUndefined()
    expect(button(page, 'Continue')).toBeUndefined()
    expect(page.textContent).toContain('You can link a bank three times in 30 days')
    expect(page.querySelector('input[type=search]')).toBeNull()
    expect(button(page, 'Use a statement')).toBeDefined()
  })

  test('before anything is tried the bank comes first and the statement beside it', async () => {
    const { page } = await open(IbvStatus.notStarted, sampleFallbackOptions({ attempt: null, triesLeft: 3 }))
    expect(button(page, 'Continue')).toBeDefined()
    expect(button(page, 'Upload a bank statement instead')).toBeDefined()
    expect(button(page, 'Link through MX instead')).toBeUndefined()
    expect(page.textContent).not.toContain('right now')
  })

  test('an outage is said before a link is begun, by name; it can be tried all the same (ux.md "Bank link")', async () => {
    const { page } = await open(IbvStatus.notStarted, sampleFallbackOptions({ attempt: null, trouble: true }))
    expect(page.textContent).toContain('Bank links aren’t working well right now')
    expect(button(page, 'Continue')).toBeDefined()
  })

  const statuses = Object.values(IbvStatus).filter((status) => status !== IbvStatus.successful)
  test.each(statuses)('status %i leads to the statement', async (status) => {
    const { page } = await open(status)
    await settle(() => button(page, 'Upload a bank statement instead')?.click())
    expect(location.search).toBe('?upload=statement')
  })

  test('a refused statement says why and takes another', async () => {
    const attempt = anAttempt({ way: 'statement', reason: 'It covers too few days. Send the last 90 days.' })
    const { page } = await open(IbvStatus.accountError, sampleFallbackOptions({ attempt }))
    expect(page.textContent).toContain('It covers too few days.')
    expect(button(page, 'Send another statement')).toBeDefined()
  })
})

describe('a bank that is chosen again', () => {
  test('from a bank page that was left: its link is gone on with, or another bank is chosen', async () => {
    const { page, asked } = await open(IbvStatus.startedNotCompleted)
    expect(button(page, 'Continue at my bank')).toBeDefined()
    await settle(() => button(page, 'Choose another bank')?.click())
    await until(() => page.querySelector('input[type=radio]') !== null)
    expect(page.querySelector('h1')?.textContent).toBe('Connect your bank')
    await settle(() => button(page, 'Continue')?.click())
    await until(() => assign.mock.calls.length > 0)
    expect(asked()[0]?.body).toMatchObject({ institutionId: 'sampleton' })
  })

  test('the way back from the banks leads to the link as it stands', async () => {
    const { page } = await open(IbvStatus.startedNotCompleted)
    await settle(() => button(page, 'Choose another bank')?.click())
    await until(() => page.querySelector('input[type=radio]') !== null)
    await settle(() => page.querySelector<HTMLButtonElement>('button[aria-label=Back]')?.click())
    expect(page.querySelector('h1')?.textContent).toBe('You have not finished yet')
  })

  test('a page that was opened to choose a bank shows the banks, also where one is linked', async () => {
    history.replaceState(null, '', '/application/link-1?section=IBV&bank=choose')
    const { page } = await open(IbvStatus.successful)
    expect(page.querySelector('h1')?.textContent).toBe('Connect your bank')
  })

  test('no amount with the bank that is linked: why, the banks, a statement, and asking again', async () => {
    const { page, props } = await open(IbvStatus.successful, undefined, undefined, {
      noiaSituations: [NoiaSituation.notQualified],
      reasons: [{ code: 'incomeTooLow', reason: 'Your income is too low.', change: 'Link another account.' }],
    })
    expect(page.querySelector('h1')?.textContent).toBe('We can’t make an offer with this account')
    expect(page.textContent).toContain('Your income is too low. Link another account.')
    expect(button(page, 'Upload a bank statement instead')).toBeDefined()
    expect(page.querySelector('input[type=radio]:checked'), 'not the bank that was no help').toBeNull()
    await settle(() => button(page, 'Check my answers and try again')?.click())
    expect(props.goTo).toHaveBeenCalledWith('summary')
  })
})

describe('a bank that is linked', () => {
  test('its buttons come with what was found, so that none is pushed away from under a finger', async () => {
    kept.workflow = { requestId: 'R-2' }
    let answer: (found: { data: typeof FOUND }) => void = () => {}
    const read = new Promise<{ data: typeof FOUND }>((done) => (answer = done))
    const { page, props } = await open(IbvStatus.successful, sampleFallbackOptions(), () => read)
    expect(page.textContent).toContain('Your bank account is linked')
    expect(page.querySelectorAll('button')).toHaveLength(0)
    await settle(() => answer({ data: FOUND }))
    await until(() => button(page, 'Continue') !== undefined)
    expect(page.textContent).toContain('Sample Community Bank')
    await settle(() => button(page, 'Continue')?.click())
    expect(props.goOn).toHaveBeenCalledTimes(1)
  })

  test('where this browser did not open the link, the way on is there all the same', async () => {
    kept.workflow = {}
    const { page } = await open(IbvStatus.successful)
    await until(() => button(page, 'Continue') !== undefined)
    expect(page.textContent).not.toContain('What we found')
  })
})
