import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { correctedFields } from '@dolphin/domain/payments/debit-eligibility/notice-of-change'
import { clueOfRecords } from '@dolphin/nacha/entry-clue'
import { maskedRecord } from '@dolphin/nacha/masked-record'
import { readDelivery } from '@dolphin/nacha/testing/read-file'
import { describe, expect, test } from 'vitest'

/** Files as banks deliver them, read entry by entry (domain.md §14); the people are made up. */
const sample = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'bank-files', `${name}.ach`), 'latin1')

const PLAIN = sample('plain')
const codesOf = (text: string) =>
  readDelivery(text).entries.flatMap(({ entry }) => (entry.exceptions ?? []).map(({ code }) => code))
const linesOf = (text: string) => text.trimEnd().split(/\r?\n/)
/** The plain file with one of its lines, from 1, in another form. */
const withLine = (line: number, change: (record: string) => string) => {
  const lines = linesOf(PLAIN)
  return `${lines.with(line - 1, change(lines[line - 1] ?? '')).join('\n')}\n`
}
const problemsOf = (text: string) =>
  readDelivery(text).faults.map(({ part, line, faults }) => `${part} ${line}: ${faults[0]?.problem ?? ''}`)

describe('what is normal', () => {
  test.each(['plain', 'crlf', 'nopad'])('%s: two returns, no fault', (name) => {
    expect(codesOf(sample(name))).toEqual(['R01', 'R03'])
    expect(problemsOf(sample(name))).toEqual([])
  })

  test.each([
    ['FC-90: a byte order mark first', sample('bom')],
    ['the mark as one character', `\ufeff${PLAIN}`],
    ['the mark and no line ends', `\u00ef\u00bb\u00bf${linesOf(PLAIN).join('')}`],
    ['a mark before each of two files', `\u00ef\u00bb\u00bf${PLAIN}\u00ef\u00bb\u00bf`],
    ['the end of a file as DOS writes it', `${PLAIN}\u001a`],
    ['zeros to the end of a block', `${PLAIN}${'\0'.repeat(512)}`],
    ['both behind a file without line ends', `${linesOf(PLAIN).join('')}\u001a${'\0'.repeat(200)}`],
  ])('%s: two returns, no fault', (_, text) => {
    expect(codesOf(text)).toEqual(['R01', 'R03'])
    expect(problemsOf(text)).toEqual([])
  })

  test('text in UTF-16 is refused as such, once', () => {
    for (const encoded of [
      Buffer.from(`\ufeff${PLAIN}`, 'utf16le'),
      Buffer.from(`\ufeff${PLAIN}`, 'utf16le').swap16(),
    ]) {
      const text = encoded.toString('latin1')
      expect(codesOf(text)).toEqual([])
      expect(problemsOf(text)).toEqual([
        'frame 1: the file is text in UTF-16; a bank file has one byte for each character',
      ])
    }
  })

  test.each([
    ['noc-c01-dashes', { accountNumber: '744-5678-99' }],
    ['noc-c02', { routingNumber: '021000021' }],
    ['noc-c03', { routingNumber: '021000021', accountNumber: '0001234567' }],
  ])('%s: one notice, whose correction is read as it stands', (name, corrected) => {
    const { entries, faults } = readDelivery(sample(name))
    const [exception] = entries.flatMap(({ entry }) => entry.exceptions ?? [])
    if (exception?.kind !== 'noticeOfChange') throw new Error('the file has a notice of change')
    expect(correctedFields(exception.code, exception.correctedData)).toEqual({ ok: true, value: corrected })
    expect([entries.length, faults]).toEqual([1, []])
  })

  test('r-code-R11: one return under its own code', () => {
    expect(codesOf(sample('r-code-R11'))).toEqual(['R11'])
    expect(problemsOf(sample('r-code-R11'))).toEqual([])
  })

  test('FC-04: two whole files one behind the other', () => {
    expect(codesOf(sample('concatenated'))).toHaveLength(4)
    expect(problemsOf(sample('concatenated'))).toEqual([])
    expect(codesOf(PLAIN.trimEnd() + PLAIN)).toHaveLength(4)
    expect(problemsOf(PLAIN.trimEnd() + PLAIN)).toEqual([])
    expect(codesOf(`${PLAIN}\n${PLAIN}`)).toHaveLength(4)
  })

  test('FC-05: header and control without a batch', () => {
    expect(readDelivery(sample('empty-header-control'))).toEqual({ entries: [], faults: [] })
  })

  test.each([
    [
      'cut trailing blanks',
      linesOf(PLAIN)
        .map((line) => line.trimEnd())
        .join('\n'),
    ],
    [
      'no line ends',
      linesOf(PLAIN)
        .map((line) => line.padEnd(94))
        .join(''),
    ],
    ['a byte beyond ASCII in a name', PLAIN.replaceAll('ZEBULON', 'ZEBUL\xd3N')],
    ['a character of two bytes in a name', PLAIN.replaceAll('ZEBULON', 'ZEBUL\xc3\x93N')],
    ['the bank’s own trace numbers again', PLAIN.replaceAll('091000010000002\n', '091000010000001\n')],
    ['more filler than the block needs', `${PLAIN}${'9'.repeat(94)}\n${'9'.repeat(94)}\n`],
  ])('%s', (_, text) => {
    expect(problemsOf(text)).toEqual([])
    expect(codesOf(text)).toEqual(['R01', 'R03'])
  })
})

describe('one fault never takes the others along', () => {
  test('FC-02: R10 beside a notice C13', () => {
    const { entries, faults } = readDelivery(sample('r10-with-c13'))
    expect(entries).toMatchObject([{ line: 3, entry: { amount: 17_500n } }])
    expect(faults).toMatchObject([
      { part: 'entry', line: 7, companyId: '1180001180', faults: [{ field: 'code', value: 'C13' }] },
    ])
    expect(clueOfRecords(faults[0]?.records ?? [])).toMatchObject({
      code: 'C13',
      originalTrace: '123456780000016',
      amount: 0n,
    })
  })

  test('FC-03: batches of two companies in one file, each under its own', () => {
    const { entries, faults } = readDelivery(sample('two-brands'))
    expect(faults).toEqual([])
    expect(entries.map(({ batch }) => batch.companyIdentification)).toEqual(['1180001180', '1100001100'])
  })

  test.each<[string, number, (record: string) => string, string]>([
    ['an unknown return code', 4, (one) => one.replace('R01', 'R97'), 'entry 3: is no return code'],
    ['a damaged line', 3, () => '#'.repeat(94), 'entry 3: is no record type'],
    ['a wrong length', 3, (one) => `${one}7`, 'entry 3: has 94'],
    [
      'a character missing',
      3,
      (one) => one.slice(0, 20) + one.slice(21),
      'entry 3: must be a whole number that fits (10 characters)',
    ],
    [
      'a failing check digit',
      3,
      (one) => one.replace('123456780', '123456781'),
      'entry 3: fails the check digit',
    ],
    ['a damaged addenda', 4, (one) => `x${one.slice(1)}`, 'entry 3: is no record type'],
    ['its first digit another', 3, (one) => `8${one.slice(1)}`, 'entry 3: is no record type'],
    ['the same as a header', 3, (one) => `5${one.slice(1)}`, 'entry 3: is no record type'],
    ['the same as a control', 3, (one) => `9${one.slice(1)}`, 'entry 3: is no record type'],
    ['the same as a file', 3, (one) => `1${one.slice(1)}`, 'entry 3: is no record type'],
  ])('%s: the other entry is given', (_, line, change, problem) => {
    const text = withLine(line, change)
    expect(codesOf(text)).toEqual(['R03'])
    expect(problemsOf(text)).toEqual([problem])
  })

  test('an addenda that is missing: its entry is a fault, and so is the count', () => {
    const lines = linesOf(PLAIN)
    const text = lines.toSpliced(3, 1).join('\n')
    expect(codesOf(text)).toEqual(['R03'])
    expect(problemsOf(text)).toEqual([
      'entry 3: says whether an addenda follows',
      'frame 6: the records above come to 3',
      'frame 7: the records above come to 3',
    ])
  })

  test('a total that does not fit: the entries are given, and the fault', () => {
    const text = withLine(7, (one) => one.replace('000000015722', '000000015723'))
    expect(codesOf(text)).toEqual(['R01', 'R03'])
    expect(problemsOf(text)).toEqual(['frame 7: the records above come to 15722'])
  })

  test('an unknown class: its entries are faults of their company, those of other batches are given', () => {
    const text = sample('two-brands').replace('1100001100PPD', '1100001100XYZ')
    expect(codesOf(text)).toEqual(['R03'])
    const { faults } = readDelivery(text)
    expect(faults.map(({ part, companyId }) => [part, companyId])).toEqual([
      ['frame', '1100001100'],
      ['entry', '1100001100'],
    ])
  })

  test('cut off behind the first entry: it is given, and what is missing is said', () => {
    const text = linesOf(PLAIN).slice(0, 4).join('\n')
    expect(codesOf(text)).toEqual(['R01'])
    expect(problemsOf(text)).toEqual(['frame 5: the last batch has no control'])
  })

  test('a header of the file that is missing: entries carry the day of their batch', () => {
    const text = linesOf(PLAIN).slice(1).join('\n')
    expect(codesOf(text)).toEqual(['R01', 'R03'])
    expect(readDelivery(text).entries[0]?.file).toBeUndefined()
    expect(problemsOf(text)[0]).toBe('frame 1: the file header comes first')
  })
})

describe('a fault shows where it stands', () => {
  test('with its records, the one before and the one behind; people see no name and no account number', () => {
    const [fault] = readDelivery(withLine(6, (one) => one.replace('R03', 'R97'))).faults
    expect(fault).toMatchObject({
      line: 5,
      records: [/^626/, /^799R97/].map((one) => expect.stringMatching(one)),
    })
    expect(fault?.before).toMatch(/^799R01/)
    expect(fault?.after).toMatch(/^8225/)
    const shown = fault?.records.map(maskedRecord)
    expect(shown?.join('\n')).not.toMatch(/QUILL|000111222333/)
    expect(shown?.[0]).toContain('••••2333')
  })

  test.each([
    ['an entry', linesOf(PLAIN)[2]?.slice(1) ?? ''],
    ['an entry moved to the right', ` ${linesOf(PLAIN)[2] ?? ''}`],
    ['an entry with a character beyond ASCII', (linesOf(PLAIN)[2] ?? '').replace('Z', '\xdf')],
  ])('masked: %s that is damaged', (_, record) => {
    expect(maskedRecord(record)).not.toMatch(/QUILL|111222333|[^ -~•]/)
  })

  test('the clue of an addenda that lost a character', () => {
    const [, , entry = '', addenda = ''] = linesOf(PLAIN)
    expect(clueOfRecords([entry, addenda.replace('799', '79')])).toMatchObject({
      code: 'R01',
      originalTrace: '123456780000001',
      amount: 7_861n,
      accountNumber: '000111222333',
      individualName: 'ZEBULON QUILLFEATHER',
    })
    expect(clueOfRecords(['#'.repeat(94)])).toEqual({ originalTrace: undefined, code: undefined })
  })
})
