import { describe, expect, test } from 'vitest'
import { type CorrectedFields, correctedFields, NOTICE_OF_CHANGE_RULES } from './notice-of-change.ts'

const routing = '231380104'
const at = (...parts: readonly (readonly [number, string])[]): string => {
  const data = Array<string>(29).fill(' ')
  for (const [from, text] of parts) data.splice(from - 1, text.length, ...text.split(''))
  return data.join('')
}

const rows: readonly (readonly [string, string, CorrectedFields])[] = [
  ['C01', at([1, '1918171614']), { accountNumber: '1918171614' }],
  ['C02', at([1, routing]), { routingNumber: routing }],
  ['C03', at([1, routing], [13, '744-5678-99']), { routingNumber: routing, accountNumber: '744-5678-99' }],
  ['C04', at([1, 'ANN EXAMPLE']), { individualName: 'ANN EXAMPLE' }],
  ['C05', at([1, '37']), { accountType: 'savings' }],
  [
    'C06',
    at([1, '12345678901234567'], [21, '27']),
    { accountNumber: '12345678901234567', accountType: 'checking' },
  ],
  [
    'C07',
    at([1, routing], [10, '12345678901234567'], [27, '32']),
    { routingNumber: routing, accountNumber: '12345678901234567', accountType: 'savings' },
  ],
  ['C09', at([1, '118-0000017']), { individualId: '118-0000017' }],
  ['C13', at(), {}],
]

const malformed: readonly (readonly [string, string, string])[] = [
  ['C01', at(), 'no account number'],
  ['C01', at([1, '12 34']), 'a blank inside the number'],
  ['C02', at([1, '231380105']), 'a wrong check digit'],
  ['C02', at([2, '23138010']), 'a routing number out of its place'],
  ['C03', at([1, routing], [10, '12345']), 'an account number out of its place'],
  ['C05', at([1, '99']), 'a transaction code that does not exist'],
  ['C05', at([1, '52']), 'a loan account'],
  ['C07', at([1, routing], [10, '12345']), 'no transaction code'],
  ['C04', `${at([1, 'ANN'])}X`, 'data longer than its field'],
]

describe('notifications of change (ach.md §3)', () => {
  test.each(rows)('%s: %j', (code, data, value) => {
    expect(correctedFields(code, data)).toEqual({ ok: true, value })
    expect(correctedFields(code, data.trimEnd())).toEqual({ ok: true, value })
  })

  test.each(malformed)('%s %j is refused with C65: %s', (code, data) => {
    expect(correctedFields(code, data)).toEqual({ ok: false, error: { reason: 'malformed', answer: 'C65' } })
  })

  test('C08 is for international entries, and C92 does not exist', () => {
    expect(correctedFields('C08', at())).toMatchObject({ error: { reason: 'internationalOnly' } })
    for (const code of ['C92', 'C61', 'R01', 'toString'])
      expect(correctedFields(code, at())).toMatchObject({ error: { reason: 'unknownCode' } })
  })

  test('every applied code is tried here', () => {
    expect(rows.map(([code]) => code)).toEqual(Object.keys(NOTICE_OF_CHANGE_RULES))
  })
})
