import * as applications from '@dolphin/domain/applications/codes'
import * as sections from '@dolphin/domain/applications/sections'
import * as loans from '@dolphin/domain/loans/codes'
import * as flags from '@dolphin/domain/loans/loan-flag'
import * as payments from '@dolphin/domain/payments/codes'
import * as verification from '@dolphin/domain/verification/ibv-status'
import { expect, test } from 'vitest'
import { codeSets, type NamedSets } from './code-sets.ts'
import { sourceFiles } from './source-files.ts'

type Code = string | number

const ENUMERATIONS: Readonly<Record<string, Readonly<Record<string, Code>>>> = {
  LoanStatus: loans.LoanStatus,
  LoanFlag: loans.LoanFlag,
  SignStatus: loans.SignStatus,
  TransactionStatus: payments.TransactionStatus,
  ChangeType: payments.ChangeType,
  PaymentMode: payments.PaymentMode,
  IbvStatus: verification.IbvStatus,
  SectionKey: applications.SectionKey,
}
const NAMES = new RegExp(`^(?:${Object.keys(ENUMERATIONS).join('|')})$`)

/** The sets that a module names, as members of one of its enumerations. */
const setsOf = (module: object, ...enumerations: readonly string[]): [string, string[]][] =>
  Object.entries(module).flatMap(([name, set]) => {
    if (!Array.isArray(set)) return []
    for (const enumeration of enumerations) {
      const members = Object.entries(ENUMERATIONS[enumeration] ?? {})
      const found = set.map((code) => members.find(([, one]) => one === code)?.[0])
      if (!found.includes(undefined)) return [[name, found.map((member) => `${enumeration}.${member}`)]]
    }
    return []
  })

const NAMED: NamedSets = new Map([
  ...setsOf(loans, 'LoanStatus', 'SignStatus'),
  ...setsOf(flags, 'LoanFlag'),
  ...setsOf(payments, 'TransactionStatus'),
  ...setsOf(verification, 'IbvStatus'),
  ...setsOf(sections, 'SectionKey'),
])

/** What a test expects it writes out, and a user of the sandbox what it goes through. */
const WRITES_OUT = /\.test\.tsx?$|\/testing\/|\/sandbox\/test-users\.ts$/

test('a set of codes is written once, and read by its name (design/style.md)', () => {
  const files = sourceFiles(['apps', 'packages']).filter(
    ({ path, text }) => !WRITES_OUT.test(path) && (text.includes('codes') || text.includes('ibv-status')),
  )
  const places = new Map<string, string[]>()
  for (const { codes, path, line } of files.flatMap((file) => codeSets(file, NAMES, NAMED)))
    places.set(codes, [...(places.get(codes) ?? []), `${path}:${line}`])
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
  const found = codeSets({ path: 'sample.ts', text }, NAMES, NAMED)
  expect(found.map(({ line, codes }) => `${line} ${codes}`)).toEqual([
    '2 LoanStatus.approved LoanStatus.pending',
    '3 TransactionStatus.none TransactionStatus.pending',
    '4 LoanStatus.pending LoanStatus.terminated LoanStatus.withdrawn',
  ])
})
