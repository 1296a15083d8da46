import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { DOMAIN_VALUES } from '@dolphin/domain/form/domain-values'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { reads, queryClient } from '../../api-client/with-queries.tsx'
import { servedForm } from '../../form-engine/served-form.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { anOffer } from '../../testing/sample-offer.ts'
import { render, settle, until } from '../../testing/render.tsx'
import { aLinkedApplication } from '../../testing/sample-application.ts'
import { aReportRead, someBankDetails } from '../../testing/sample-report.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { answeredKey } from './answered-section.tsx'
import type { ApplicationView } from './application-view.ts'
import { ConfirmScreen } from './confirm-screen.tsx'
import { fieldId } from '../../form-engine/control-props.ts'
import { confirmText } from './confirm-messages.ts'

vi.mock('../../app/show-failure.ts', () => ({ showFailure: vi.fn(async () => {}) }))

signedInForEachTest()

const FORMS = resolve(import.meta.dirname, '../../../../../data/portfolios/118/forms')
const formOf = (code: string) =>
  servedForm(
    JSON.parse(readFileSync(resolve(FORMS, `${code}.json`), 'utf8')) as FormDefinition,
    DOMAIN_VALUES,
  )

const storedOf = (code: string) => aReportRead({ last: code }).data

const SAVED = {
  ...storedOf('personal'),
  applicationNo: 'A-1',
  loanNo: '118-0000013',
  loanFlags: [],
  endsApplication: false,
}

async function open(
  view: ApplicationView,
  answers: Parameters<typeof answerCalls>[0] = {},
  readLater?: SectionKey,
) {
  const sent = answerCalls({
    readForm: { data: storedOf('question') },
    updateForm: { data: SAVED },
    calculateQualifiedAmount: { data: anOffer() },
    ...answers,
  })
  queryClient.clear()
  for (const code of ['question', 'bank']) queryClient.setQueryData(['servedForm', code], formOf(code))
  queryClient.setQueryData(reads('getHoliday', { query: {} }).queryKey, [])
  queryClient.setQueryData(
    reads('getRequestDetails', { query: { requestCode: 'link-request-1' } }).queryKey,
    someBankDetails(),
  )
  for (const section of view.sections) {
    const code = section.formCode
    if (code !== null && section.sectionKey !== readLater) {
      const answered = { form: formOf(code), stored: storedOf(code) }
      queryClient.setQueryData(answeredKey(section, 'A-1'), answered)
    }
  }
  const goOn = vi.fn(async () => {})
  const refresh = vi.fn(async () => view)
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <ConfirmScreen view={view} goOn={goOn} goTo={vi.fn()} goBack={vi.fn()} refresh={refresh} />
    </QueryClientProvider>,
  )
  await until(() => page.querySelector('form') !== null)
  const yes = async () => {
    await settle(() => page.querySelector('form')?.requestSubmit())
    for (let round = 0; round < 20; round += 1) await settle(() => {})
  }
  const saves = () => sent.filter(({ name }) => name === 'updateForm').map(({ body }) => body)
  return { page, sent, saves, yes, goOn, refresh }
}

async function answerQuestions(page: HTMLElement) {
  const pick = (name: string, value: string) =>
    settle(() =>
      page.querySelector<HTMLInputElement>(`input[name="${fieldId(name)}"][value="${value}"]`)?.click(),
    )
  await pick('military', '-1')
  await pick('bankruptcy', 'none')
  await settle(() => {
    const loans = page.querySelector<HTMLInputElement>('input[name="externalOpenLoans"]')
    if (!loans) throw new Error('the questions are asked')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(loans, '0')
    loans.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

test('what was read is said back, with how the income was worked out, each row with its own Change', async () => {
  const { page } = await open(aLinkedApplication())
  const text = page.textContent ?? ''
  expect(text).toContain(confirmText('lead', { bank: 'Sampleton Savings Bank' }))
  expect(text).toContain('$1,420.00 every two weeks')
  expect(text).toContain(confirmText('averageOf', { count: 4 }))
  expect(text).toContain('Fri, Dec 4 and Fri, Dec 18')
  expect(text).toContain('••2333')
  const changes = [...page.querySelectorAll('button[aria-label^="Change"]')].map((each) =>
    each.getAttribute('aria-label'),
  )
  expect(changes).toContain(`Change: ${confirmText('paidBy')}`)
  expect(new Set(changes).size).toBe(changes.length)
})

test('nothing is shown before each row is there: none pushes another one down', async () => {
  const seen: (string | undefined)[] = []
  const readForm = async () => {
    await new Promise((later) => setTimeout(later, 20))
    seen.push(document.querySelector('h1')?.textContent)
    return { data: storedOf('bank') }
  }
  const { page } = await open(aLinkedApplication(), { readForm }, SectionKey.bank)
  expect(seen).toEqual([undefined, undefined])
  expect(page.textContent).toContain('••2333')
})

test('one button saves what is shown, then the questions, and asks for the amount', async () => {
  const { page, saves, sent, yes, goOn } = await open(aLinkedApplication())
  await answerQuestions(page)
  await yes()
  expect(saves()).toMatchObject([
    { version: 0, changed: { employerName: 'Sampleton Foods', monthlyNetIncome: '3076.66' } },
    { version: 0, changed: { bankRoutingNo: '123456780', bankAccountNo: '••••2333' } },
    { changed: { military: '-1', externalOpenLoans: '0', bankruptcy: 'none' } },
  ])
  expect(sent.at(-1)?.name).toBe('calculateQualifiedAmount')
  expect(goOn).toHaveBeenCalledWith(SectionKey.loanDetail)
})

test('an open question is said at its field, and nothing is sent', async () => {
  const { page, saves, yes } = await open(aLinkedApplication())
  await yes()
  expect(page.querySelector('[role=alert]')?.textContent).toContain('Military Service')
  expect(document.title).toMatch(/^Error: /)
  expect(saves()).toEqual([])
})

test('a save that is refused stops there; pressed again, what was saved is not sent again', async () => {
  let round = 0
  const refused = { status: 409, code: -95010001, message: 'Somebody saved meanwhile.' }
  const updateForm = () => {
    round += 1
    return round === 2 ? refused : { data: SAVED }
  }
  const { page, saves, sent, yes, refresh } = await open(aLinkedApplication(), { updateForm })
  await answerQuestions(page)
  await yes()
  expect(saves()).toHaveLength(2)
  expect(refresh).toHaveBeenCalled()
  expect(sent.some(({ name }) => name === 'calculateQualifiedAmount')).toBe(false)
  await yes()
  const employers = saves().filter((body) => JSON.stringify(body).includes('Sampleton Foods'))
  expect(employers).toHaveLength(1)
})
