import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { HomeFlag } from '@dolphin/domain/loans/codes'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle, type, until } from '../../testing/render.tsx'
import { anApplication } from '../../testing/sample-application.ts'
import { aSimulation } from '../../testing/sample-offer.ts'
import { aProgram, aTheme } from '../../testing/sample-portfolio.ts'
import { aHome, aHomeLoan } from '../../testing/sample-home.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import GuidancePage from './guidance-page.tsx'
import { applicationText } from './messages.ts'

signedInForEachTest()
beforeEach(() => history.replaceState(null, '', '/guidance?section=summary'))

const OPEN = anApplication(5, { signedIn: true })
const CALLS = {
  listSection: { data: OPEN },
  getPersonal: { data: { values: {} } },
}

async function open(answers: Parameters<typeof answerCalls>[0]) {
  const sent = answerCalls(answers)
  const page = await render(<GuidancePage />)
  for (let round = 0; round < 20; round += 1) await settle(() => {})
  return { page, asked: () => sent.map(({ name }) => name) }
}

test('a customer without a loan is not asked for the sections of one: nothing is refused on the way in', async () => {
  history.replaceState(null, '', '/guidance')
  const { page, asked } = await open({
    listDisbursementLoan: { data: aHome(HomeFlag.noLoanAmount, []) },
    getPortfolio: { data: aTheme() },
    getPortfolioProgram: { data: aProgram() },
    getSimulatedData: { data: aSimulation() },
  })
  await until(() => page.querySelector('h1') !== null)
  expect(page.textContent).toContain(applicationText('position', { number: 1, count: 9 }))
  expect(asked()).not.toContain('listSection')
})

test('an application begun elsewhere is found by the list of loans, and read once', async () => {
  const loans = { data: aHome(HomeFlag.prepareApplication, [aHomeLoan()]) }
  const { page, asked } = await open({ ...CALLS, listDisbursementLoan: loans })
  await until(() => page.querySelector('h1') !== null)
  expect(asked().slice(0, 2)).toEqual(['listDisbursementLoan', 'listSection'])
  expect(asked().filter((name) => name === 'listSection')).toHaveLength(1)
})

test('one that this device keeps is read at once, and once', async () => {
  localStorage.setItem('dolphin.state.workflow', 'sealed')
  const { asked } = await open(CALLS)
  expect(asked()[0]).toBe('listSection')
  expect(asked().filter((name) => name === 'listSection')).toHaveLength(1)
})

const PERSONAL: FormDefinition = {
  code: 'personal',
  version: 1,
  title: 'About You',
  readUrl: '/dolphin-loan/online/form/personal',
  createUrl: '/dolphin-loan/online/form/personal',
  updateUrl: '/dolphin-loan/online/form/personal',
  elements: [
    { elementKey: 'state', elementLabel: 'State', dataControl: 'text' },
    { elementKey: 'zip', elementLabel: 'ZIP Code', dataControl: 'text' },
  ],
}

test('what is said at the start is not asked again at the address, on the same visit either', async () => {
  history.replaceState(null, '', '/guidance')
  const { page } = await open({
    listDisbursementLoan: { data: aHome(HomeFlag.noLoanAmount, []) },
    getPortfolio: { data: aTheme() },
    getPortfolioProgram: { data: aProgram() },
    getSimulatedData: { data: aSimulation() },
    getForm: { data: { forms: { personal: PERSONAL } } },
    getHoliday: { data: [] },
    readForm: { data: { code: 'personal', externalKey: null, version: 0, values: {}, masked: {} } },
  })
  await until(() => page.querySelector('select') !== null)
  await settle(() => {
    const state = page.querySelector('select')
    if (state === null) throw new Error('the state is asked')
    state.value = 'DE'
    state.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await type(page.querySelector<HTMLInputElement>('#zip')!, '19801')
  await settle(() => page.querySelector('form')?.requestSubmit())
  await until(() => page.querySelector('h1')?.textContent === 'About You')
  const typed = [...page.querySelectorAll<HTMLInputElement>('form input')].map(({ value }) => value)
  expect(typed).toEqual(['DE', '19801'])
})
