import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '../../testing/answer-calls.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle, until } from '../../testing/render.tsx'
import { answerOf, type ColumnQuestion, firstChoices, readBy } from './column-answer.ts'
import { StatementColumns } from './statement-columns.tsx'

const QUESTION: ColumnQuestion = {
  requestCode: 'R-8',
  why: 'unknownLayout',
  names: ['Booked', 'Text', 'Value'],
  rows: [
    ['02/27/2026', 'SAMPLE WORKS PAYROLL', '1,850.00'],
    ['02/28/2026', 'SAMPLE GROCERY', '-84.20'],
  ],
  hasMinus: true,
  guess: { date: 0, description: 1, amount: 2 },
}
const SAVED = {
  requestCode: 'R-8',
  documentNo: 'D-4',
  ibvStatus: IbvStatus.inProgress,
  notification: 104,
  read: {
    bank: null,
    rows: 8,
    rowsInFile: 11,
    from: '2025-12-02',
    to: '2026-03-09',
    accountMasked: null,
    balances: 'none',
    totals: null,
    skipped: [
      { row: 1, column: null, code: 'headings', reason: 'it names the columns.' },
      { row: 4, column: null, code: 'pending', reason: 'the transaction is still pending.' },
      { row: 9, column: 'Value', code: 'badAmount', reason: 'the amount cannot be read.' },
    ],
    moreSkipped: 0,
  },
}

beforeEach(() => {
  giveBootData()
  history.replaceState(null, '', '/application/link-1?upload=columns&statement=R-8')
})
afterEach(async () => {
  await render(null)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const press = (page: HTMLElement, words: string) =>
  settle(() =>
    [...page.querySelectorAll<HTMLElement>('button, label')]
      .find(({ textContent }) => textContent === words)
      ?.click(),
  )

async function open(save: unknown) {
  const sent = answerCalls({ showStatementColumns: { data: QUESTION }, saveStatementColumns: save as never })
  const page = await render(<StatementColumns requestCode="R-8" />)
  await until(() => page.querySelector('form') !== null)
  return { page, saved: () => sent.filter(({ name }) => name === 'saveStatementColumns') }
}

test('the guess stands in the fields; the meaning of a minus is asked for before anything is sent', async () => {
  const { page, saved } = await open({ data: SAVED })
  expect(page.querySelector<HTMLSelectElement>('#date')?.value).toBe('0')
  await press(page, 'Read my statement')
  expect(page.querySelector('#minus-error')?.textContent).toBe('Choose what a minus sign means.')
  expect(saved()).toEqual([])
  await press(page, 'Money went out')
  expect(page.textContent).toContain('SAMPLE GROCERY: 84.20 went out')
  await press(page, 'Read my statement')
  await until(() => saved().length > 0)
  expect(saved()[0]?.body).toEqual({
    requestCode: 'R-8',
    columns: {
      date: 0,
      description: 1,
      amount: 2,
      moneyIn: null,
      moneyOut: null,
      balance: null,
      side: null,
      minus: 'out',
    },
  })
})

test('rows that were not counted are named; headings are not among them', async () => {
  const { page } = await open({ data: SAVED })
  await press(page, 'Money went out')
  await press(page, 'Read my statement')
  await until(() => (page.textContent ?? '').includes('were not counted'))
  expect(page.textContent).toContain('2 rows were not counted')
  expect(page.textContent).toContain('Row 9, Value: the amount cannot be read.')
  expect(page.textContent).not.toContain('it names the columns')
})

test('what does not fit the rows comes back at its column', async () => {
  const message = 'This column has no dates.'
  const { page } = await open({
    status: 422,
    code: -95010001,
    message: '',
    errors: [{ elementKey: 'date', message }],
  })
  await press(page, 'Money went out')
  await press(page, 'Read my statement')
  await until(() => page.querySelector('#date-error') !== null)
  expect(page.querySelector('#date-error')?.textContent).toBe(message)
})

test('who cannot tell sends it to a person', async () => {
  const { page, saved } = await open({ data: { ...SAVED, read: null } })
  await press(page, 'I’m not sure. Send it to a person.')
  await until(() => saved().length > 0)
  expect(saved()[0]?.body).toEqual({ requestCode: 'R-8', columns: null })
  expect(page.textContent).toContain('A person will read your statement')
})

test.each([
  ['a minus that means out', { minus: 'out' }, true, false],
  ['a minus that means in', { minus: 'in' }, false, true],
])('%s', (_, choice, pay, grocery) => {
  const choices = { ...firstChoices(QUESTION), ...choice }
  expect(QUESTION.rows.map((row) => readBy(choices, row)?.isIn)).toEqual([pay, grocery])
})

test('a column for each side, or a word beside the amount', () => {
  const two = { ...firstChoices(QUESTION), shape: 'two' as const, moneyIn: '2', moneyOut: '3' }
  expect(readBy(two, ['02/27/2026', 'A', '', '$5.00'])).toMatchObject({ amount: '5.00', isIn: false })
  expect(answerOf(two, true)).toMatchObject({ amount: null, moneyIn: 2, moneyOut: 3, minus: null })
  const worded = { ...firstChoices(QUESTION), side: '3' }
  expect(readBy(worded, ['02/27/2026', 'A', '5.00', 'Debit'])).toMatchObject({ isIn: false })
  expect(answerOf(worded, false)).toMatchObject({ side: 3, minus: null })
})
