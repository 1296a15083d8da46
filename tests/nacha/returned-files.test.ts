import { cents } from '@dolphin/domain/money/cents'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { correctedDataOf } from '@dolphin/nacha/corrected-data'
import type { NachaFile } from '@dolphin/nacha/nacha-file'
import { readFile } from '@dolphin/nacha/testing/read-file'
import { reversingEntry } from '@dolphin/nacha/reversal'
import { writeFile } from '@dolphin/nacha/write-file'
import { describe, expect, test } from 'vitest'
import { checkAchFile } from './check-ach-file.ts'

/** Files typed by hand from the published layout, as banks send them; the people are made up. */

const HEADER =
  '101 091000019 0910000192606230715A094101EXAMPLE LENDER LLC     FIRST EXAMPLE BANK             '
const FILLER = '9'.repeat(94)
const filled = (records: readonly string[]): string =>
  `${[...records, ...Array<string>((10 - (records.length % 10)) % 10).fill(FILLER)].join('\n')}\n`
const batchHeader = (kind: string, description: string, settled = '174') =>
  `5200EXAMPLE LENDER                      1123456789${kind}${description.padEnd(10)}      260622${settled}1091000010000001`
const entry = (code: string, amount: string) =>
  `6${code}021000021987654321        ${amount}118-0000025    BEN EXAMPLE             1091000010000001`
const controls = (debit: string, credit: string, count = 2) => [
  `8200${String(count).padStart(6, '0')}0002100002${debit}${credit}1123456789${' '.repeat(25)}091000010000001`,
  `9000001000001${String(count).padStart(8, '0')}0002100002${debit}${credit}${' '.repeat(39)}`,
]
const NONE = '000000000000'
const TRACE = '091000010000001'
const returnFile = (code: string, rest: string) =>
  filled([
    HEADER,
    batchHeader('PPD', 'LOAN PMT'),
    entry('26', '0000011954'),
    `799${code}${rest}${TRACE}`,
    ...controls('000000011954', NONE),
  ])

function read(text: string): NachaFile {
  const outcome = readFile(text)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
  return outcome.value
}
const onlyException = (file: NachaFile) => file.batches[0]?.entries[0]?.exceptions?.[0]
const base = { originalTrace: '091000010000042', originalRdfi: '02100002', traceNumber: TRACE }
const ORIGINAL = '091000010000042'

describe('what comes back (ach.md §1, §2, §3)', () => {
  test.each([
    [
      'a return for want of funds',
      returnFile('R01', `${ORIGINAL}      02100002${'SENT BACK'.padEnd(44)}`),
      { ...base, kind: 'return', code: 'R01', dateOfDeath: undefined, information: 'SENT BACK' },
    ],
    [
      'a return with a date of death',
      returnFile('R15', `${ORIGINAL}26053102100002${' '.repeat(44)}`),
      { ...base, kind: 'return', code: 'R15', dateOfDeath: localDate(2026, 5, 31), information: '' },
    ],
    [
      'a dishonored return',
      returnFile('R68', `${ORIGINAL}      02100002   02100002000000717501${'UNTIMELY'.padEnd(21)}`),
      {
        ...base,
        kind: 'dishonored',
        code: 'R68',
        returnTrace: '021000020000007',
        returnSettlementDate: '175',
        returnCode: 'R01',
        information: 'UNTIMELY',
      },
    ],
    [
      'a contested return',
      returnFile('R73', `${ORIGINAL}260624021000021740210000200000071750109100001000000917668 `),
      {
        ...base,
        kind: 'contested',
        code: 'R73',
        dateReturned: '260624',
        originalSettlementDate: '174',
        returnTrace: '021000020000007',
        returnSettlementDate: '175',
        returnCode: 'R01',
        dishonoredTrace: '091000010000009',
        dishonoredSettlementDate: '176',
        dishonoredCode: 'R68',
      },
    ],
  ])('%s', (_, text, expected) => {
    expect(checkAchFile(text)).toEqual([])
    const file = read(text)
    expect(onlyException(file)).toEqual(expected)
    expect(file.batches[0]?.entries[0]?.amount).toBe(11_954n)
    expect(writeFile(file).replaceAll('5225', '5200').replaceAll('8225', '8200')).toBe(text)
  })

  const noticeFile = (code: string, data: string) =>
    filled([
      HEADER,
      batchHeader('COR', 'LOAN PMT'),
      entry('26', '0000000000'),
      `798${code}${ORIGINAL}      02100002${data.padEnd(29)}${' '.repeat(15)}${TRACE}`,
      ...controls(NONE, NONE),
    ])

  test.each([
    ['C01', '555123', { accountNumber: '555123' }],
    ['C02', '091000019', { routingNumber: '091000019' }],
    ['C03', '091000019   555123', { routingNumber: '091000019', accountNumber: '555123' }],
    ['C04', 'BENJAMIN EXAMPLE', { name: 'BENJAMIN EXAMPLE' }],
    ['C05', '37', { transactionCode: '37' }],
    ['C06', '555123              37', { accountNumber: '555123', transactionCode: '37' }],
    [
      'C07',
      '091000019555123           37',
      { routingNumber: '091000019', accountNumber: '555123', transactionCode: '37' },
    ],
    ['C09', '118-0000026', { individualIdentification: '118-0000026' }],
  ])('a notice of change %s', (code, data, expected) => {
    const text = noticeFile(code, data)
    expect(checkAchFile(text)).toEqual([])
    expect(onlyException(read(text))).toEqual({ ...base, kind: 'noticeOfChange', code, correctedData: data })
    expect(correctedDataOf(code, data)).toEqual({ ok: true, value: expected })
  })

  test.each([
    [
      'a return code that does not exist',
      returnFile('R97', `${ORIGINAL}      02100002${' '.repeat(44)}`),
      'code',
    ],
    ['a change code that does not exist', noticeFile('C92', '555123'), 'code'],
    ['a routing number that fails its check digit', noticeFile('C02', '091000018'), 'correctedData'],
    ['an account with a blank in it', noticeFile('C01', '555 123'), 'correctedData'],
    ['an unknown transaction code', noticeFile('C05', '99'), 'correctedData'],
    ['a correction that stands elsewhere', noticeFile('C03', '091000019 555123'), 'correctedData'],
    [
      'a date of death with R01',
      returnFile('R01', `${ORIGINAL}26053102100002${' '.repeat(44)}`),
      'dateOfDeath',
    ],
    [
      'a date of death that is none',
      returnFile('R14', `${ORIGINAL}26023102100002${' '.repeat(44)}`),
      'dateOfDeath',
    ],
    [
      'a dishonored return laid out as a return',
      returnFile('R68', `${ORIGINAL}      02100002${'UNTIMELY'.padEnd(44)}`),
      'reservedToo',
    ],
    ['a notice of change outside COR', noticeFile('C01', '555123').replace('COR', 'PPD'), 'transactionCode'],
  ])('is refused: %s', (_, text, field) => {
    const outcome = readFile(text)
    expect(!outcome.ok && outcome.error[0]).toMatchObject({ field })
    expect(JSON.stringify(outcome)).not.toMatch(/555123|555 123/)
  })

  test('is read where the bank sets the company identification to the other side in the control', () => {
    const text = returnFile('R01', `${ORIGINAL}      02100002${' '.repeat(44)}`)
    const shorter = text.replaceAll('1123456789', '123456789 ')
    const moved = shorter.replace(/^(8.{43})123456789 /m, '$1 123456789')
    expect(moved).not.toBe(shorter)
    expect(read(moved)).toEqual(read(shorter))
  })

  test('a return without its addenda is refused, and so are two payment addenda', () => {
    const lines = returnFile('R01', `${ORIGINAL}      02100002${' '.repeat(44)}`).split('\n')
    expect(readFile(lines.filter((line) => !line.startsWith('799')).join('\n')).ok).toBe(false)
    const addenda = `705${'PAYMENT'.padEnd(80)}00010000001`
    const two = filled([
      HEADER,
      batchHeader('PPD', 'LOAN PMT', '   '),
      entry('27', '0000011954'),
      addenda,
      addenda,
      ...controls('000000011954', NONE, 3),
    ])
    const outcome = readFile(two)
    expect(!outcome.ok && outcome.error[0]).toMatchObject({
      problem: 'one payment addenda to an entry',
      line: 5,
    })
  })
})

describe('a reversal (ach.md §4)', () => {
  const sent = filled([
    HEADER,
    batchHeader('WEB', 'LOAN PMT', '   ').replace('5200', '5225'),
    entry('27', '0000011954').replace('BEN EXAMPLE           ', 'BEN EXAMPLE           '),
    ...controls('000000011954', NONE, 1).map((line) => line.replace(/^8200/, '8225')),
  ]).replace('             1091', '             0091')

  test('has the same company, class and amount, the other direction, and its name', () => {
    const file = read(sent)
    const [batch] = file.batches
    if (batch === undefined) throw new Error('the file has a batch')
    const [sentEntry] = batch.entries
    if (sentEntry === undefined) throw new Error('the batch has an entry')
    const reversal = {
      header: { ...batch.header, entryDescription: 'REVERSAL', effectiveEntryDate: localDate(2026, 6, 24) },
      entries: [{ ...reversingEntry(sentEntry), traceNumber: '091000010000002' }],
    }
    const text = writeFile({ ...file, batches: [reversal] })
    expect(checkAchFile(text)).toEqual([])
    expect(reversal.header).toMatchObject({ entryDescription: 'REVERSAL', companyName: 'EXAMPLE LENDER' })
    expect(read(text).batches[0]?.entries).toMatchObject([{ transactionCode: '22', amount: cents(11_954n) }])
  })

  test('WEB credits of any other description are not written, but read', () => {
    const credit = sent
      .replace('627021', '622021')
      .replace('5225', '5200')
      .replace('8225', '8200')
      .replaceAll(`0000000119540${NONE.slice(1)}`, `${NONE}000000011954`)
    const file = read(credit)
    expect(() => writeFile(file)).toThrow(/loan proceeds are PPD credits/)
  })
})
