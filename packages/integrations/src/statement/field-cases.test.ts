import { readFileSync } from 'node:fs'
import { BankAccountType } from '@dolphin/domain/applications/codes'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { federalReserveCalendar } from '@dolphin/domain/calendar/testing/federal-reserve-calendar'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { summarizeIncome } from '@dolphin/domain/verification/income'
import { type StatementContent, statementReport } from '@dolphin/domain/verification/statement'
import { expect, test } from 'vitest'
import { inspectStatement } from './inspect-statement.ts'

const DECEMBER = localDate(2026, 12, 24)
const MARCH = localDate(2026, 3, 3)
const ACCOUNT = {
  type: BankAccountType.checking,
  routingNumber: '123456780',
  accountNumber: '000111222333',
  ownerNames: [],
}

async function read(name: string, today = DECEMBER): Promise<StatementContent> {
  const bytes = readFileSync(new URL(`./vectors/field-cases/${name}.csv`, import.meta.url))
  const found = await inspectStatement({ fileName: `${name}.csv`, bytes, types: ['csv'], today })
  if (found.verdict !== 'csv') throw new Error(JSON.stringify(found))
  return found.content
}

async function incomeOf(name: string, today = DECEMBER) {
  const report = statementReport(await read(name, today), ACCOUNT, today)
  const summary = summarizeIncome(report, federalReserveCalendar())
  const { otherLenders, nsfCount30 } = summary
  return {
    income: moneyToWire(summary.monthlyNetIncome),
    otherLenders,
    otherLendersMonthly: moneyToWire(summary.otherLendersMonthly),
    nsfCount30,
  }
}

const skippedOf = ({ skipped }: StatementContent) =>
  skipped.filter(({ reason }) => reason !== 'aboveTable' && reason !== 'headings')

test.each([
  ['FC-21: the side stands in a word of its own', 'navyfed', 'navyfed-same-signed'],
  ['FC-22: the memo is noise, the name is the description', 'usbank', 'usbank-same-plain'],
  ['FC-29: a job that ended counts no longer', 'changed-employer', 'same-employer'],
])('%s', async (_, name, same) => {
  const found = await incomeOf(name)
  expect(found).toEqual(await incomeOf(same))
  expect(found.income).toBe('1516.66')
})

test('FC-22: three other lenders stand behind the names', async () => {
  expect(await incomeOf('usbank')).toMatchObject({ otherLenders: 3, otherLendersMonthly: '360.00' })
})

test('FC-24: the opening balance of Bank of America is named, not refused', async () => {
  const content = await read('boa-short', localDate(2026, 12, 30))
  expect(content).toMatchObject({ bank: 'Bank of America', lines: { length: 7 }, balances: 'agree' })
  expect(skippedOf(content)).toEqual([{ row: 8, reason: 'balance', column: null }])
  expect((await incomeOf('boa-short', localDate(2026, 12, 30))).income).toBe('1516.66')
})

test('FC-27: a file of Wells Fargo without headings', async () => {
  expect(await read('wells-headerless')).toMatchObject({ bank: 'Wells Fargo', rowsInFile: 7, skipped: [] })
  expect((await incomeOf('wells-headerless')).income).toBe('1516.66')
})

test('FC-28: equal rows on one day are different transactions', async () => {
  expect((await incomeOf('two-paychecks-one-day')).income).toBe('1516.66')
  expect((await incomeOf('dupnsf', MARCH)).nsfCount30).toBe(3)
})

test.each([
  ['ally', 'Ally'],
  ['boa-long', 'Bank of America'],
  ['capone', 'Capital One 360'],
  ['citi', 'Citi'],
  ['communityamerica', null],
  ['eurosemi', null],
  ['excel-bom-utf16', null],
  ['signed-debit-column', null],
  ['td', 'TD Bank'],
  ['usaa', 'USAA'],
])('%s is read as it was', async (name, bank) => {
  const content = await read(name, MARCH)
  expect(content.bank).toBe(bank)
  expect(content.lines.length + content.skipped.length + content.moreSkipped).toBe(content.rowsInFile)
  expect((await incomeOf(name, MARCH)).income).toBe('4008.33')
})

test('FC-90: what programs put behind the end of a file is no part of it', async () => {
  const whole = readFileSync(new URL('./vectors/field-cases/navyfed-same-signed.csv', import.meta.url))
  const inspect = async (bytes: Uint8Array) =>
    await inspectStatement({ fileName: 'a.csv', bytes, types: ['csv'], today: DECEMBER })
  const plain = await inspect(whole)
  expect(plain.verdict).toBe('csv')
  for (const filler of ['\u001a', '\0'.repeat(100)])
    expect(await inspect(Buffer.concat([whole, Buffer.from(filler)]))).toEqual(plain)
})
