import * as loans from '@dolphin/domain/loans/codes'
import * as payments from '@dolphin/domain/payments/codes'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'
import { type NamedSets, statusSets } from './status-sets.ts'

const namesOf = (enumeration: string, codes: Readonly<Record<string, number>>, statuses: readonly number[]) =>
  statuses.map((status) => {
    const [name = ''] = Object.entries(codes).find(([, code]) => code === status) ?? []
    return `${enumeration}.${name}`
  })

const setsOf = (module: object, enumeration: string, codes: Readonly<Record<string, number>>) =>
  Object.entries(module)
    .filter(([name]) => name.endsWith('_STATUSES'))
    .map(([name, statuses]): [string, string[]] => [
      name,
      namesOf(enumeration, codes, statuses as readonly number[]),
    ])

const NAMED: NamedSets = new Map([
  ...setsOf(loans, 'LoanStatus', loans.LoanStatus),
  ...setsOf(payments, 'TransactionStatus', payments.TransactionStatus),
])

/** What a test expects it writes out. */
const IS_TEST = /\.test\.tsx?$|\/testing\//

test('a set of statuses is written once, and read by its name', () => {
  const files = sourceFiles(['apps', 'packages']).filter(({ path }) => !IS_TEST.test(path))
  const places = new Map<string, string[]>()
  for (const { statuses, path, line } of files.flatMap((file) => statusSets(file, NAMED)))
    places.set(statuses, [...(places.get(statuses) ?? []), `${path}:${line}`])
  expect(Object.fromEntries([...places].filter(([, found]) => found.length > 1))).toEqual({})
})

test('a list is found by members, by names taken out of the enumeration, and with named sets in it', () => {
  const text = [
    'const { none, pending } = TransactionStatus',
    'const A = [LoanStatus.approved, LoanStatus.pending]',
    'const B = new Set([pending, none])',
    'const C = codeList([LoanStatus.pending, ...OVER_STATUSES])',
    'const D = notInArray(loans.status, [...OVER_STATUSES])',
    'const E = [LoanStatus.approved]',
    'const F = [pending, other]',
  ].join('\n')
  const found = statusSets({ path: 'sample.ts', text }, NAMED)
  expect(found.map(({ line, statuses }) => `${line} ${statuses}`)).toEqual([
    '2 LoanStatus.approved LoanStatus.pending',
    '3 TransactionStatus.none TransactionStatus.pending',
    '4 LoanStatus.pending LoanStatus.terminated LoanStatus.withdrawn',
  ])
})
