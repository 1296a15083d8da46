import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../../api-client/with-queries.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle, type, until } from '../../testing/render.tsx'
import { aSimulation } from '../../testing/sample-offer.ts'
import { aProgram, aTheme } from '../../testing/sample-portfolio.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { startText } from './start-messages.ts'
import StartScreen from './start-screen.tsx'

signedInForEachTest()

async function open(
  simulation: Parameters<typeof answerCalls>[0]['getSimulatedData'] = { data: aSimulation() },
) {
  const sent = answerCalls({
    getPortfolio: { data: aTheme() },
    getPortfolioProgram: { data: aProgram() },
    getSimulatedData: simulation,
  })
  const onDone = vi.fn()
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <StartScreen onDone={onDone} />
    </QueryClientProvider>,
  )
  await until(() => page.querySelector('form') !== null)
  const choose = (state: string) =>
    settle(() => {
      const select = page.querySelector('select')
      if (!select) throw new Error('the state is asked')
      select.value = state
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
  const zip = (text: string) => type(page.querySelector<HTMLInputElement>('#zip')!, text)
  const submit = () => settle(() => page.querySelector('form')?.requestSubmit())
  return { page, sent, onDone, choose, zip, submit }
}

test('the cost stands there before a state is chosen, at the number of payments of an offer', async () => {
  const { page, sent } = await open()
  await until(() => page.textContent.includes(startText('totalOfPayments')))
  const asked = sent.find(({ name }) => name === 'getSimulatedData')?.body
  expect(asked).toMatchObject({ amount: '600.00', frequency: PayrollFrequency.biWeekly })
  expect(asked).not.toHaveProperty('number')
  expect(asked).not.toHaveProperty('payday')
})

test('without state and ZIP nothing goes on, and each is said at its field', async () => {
  const { page, onDone, submit } = await open()
  await submit()
  expect(page.querySelector('#state-error')?.textContent).toBe(startText('stateMissing'))
  expect(page.querySelector('#zip-error')).not.toBeNull()
  expect(onDone).not.toHaveBeenCalled()
})

test('a ZIP of another state is said there, and does not stop the application: border towns differ (domain.md §14 "Address")', async () => {
  const { page, onDone, choose, zip, submit } = await open()
  await choose('DE')
  await zip('84101')
  expect(page.textContent).toContain(startText('zipElsewhere', { state: 'Delaware' }))
  await submit()
  expect(onDone).toHaveBeenCalledOnce()
})

test('a military ZIP says nothing of where a person lives, and is refused at the field', async () => {
  const { page, onDone, choose, zip, submit } = await open()
  await choose('DE')
  await zip('09012')
  await submit()
  expect(page.querySelector('#zip-error')?.textContent).toContain('military mail')
  expect(onDone).not.toHaveBeenCalled()
})

test('a state that is not served ends here, with the way back to the choice', async () => {
  const { page, choose } = await open()
  await choose('TX')
  expect(page.querySelector('h1')?.textContent).toBe(startText('unservedTitle', { state: 'Texas' }))
  expect(page.querySelector('form')).toBeNull()
  await settle(() => page.querySelector('button')?.click())
  expect(page.querySelector('select')?.value).toBe('')
})

test('an amount outside of the range is said at its field and goes nowhere', async () => {
  const { page, onDone, choose, zip, submit } = await open()
  await choose('DE')
  await zip('19801')
  await type(page.querySelector<HTMLInputElement>('#typedAmount')!, '5000')
  await submit()
  expect(page.querySelector('#typedAmount-error')).not.toBeNull()
  expect(onDone).not.toHaveBeenCalled()
})

test('a ZIP says its state, which the reader can change and which is not changed for them again', async () => {
  const { page, choose, zip } = await open()
  const state = () => page.querySelector('select')?.value
  await zip('84101')
  expect(state()).toBe('UT')
  await choose('DE')
  await zip('84102')
  expect(state()).toBe('DE')
})
