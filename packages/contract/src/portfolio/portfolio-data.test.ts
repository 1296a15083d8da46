import { readdirSync, readFileSync } from 'node:fs'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { NOTICE_KINDS } from '@dolphin/domain/notices/notice-kind'
import { expect, test } from 'vitest'
import { checkPortfolioFiles, describeProblems, type PortfolioFiles } from './portfolio-data.ts'
import { PortfolioSchema } from './portfolio-schema.ts'

const ROOT = new URL('../../../../data/portfolios/', import.meta.url)

function filesOf(folder: string): Record<string, unknown> {
  const base = new URL(`${folder}/`, ROOT)
  const names = ['portfolio.json', 'products.json', 'policy.json', 'coupons.json']
  for (const group of ['consents', 'notices']) {
    for (const name of readdirSync(new URL(group, base))) names.push(`${group}/${name}`)
  }
  return Object.fromEntries(
    names.map((name) => [name, JSON.parse(readFileSync(new URL(name, base), 'utf8'))]),
  )
}

/** The shipped files of 118 with one value replaced: [file, path inside it, value]. */
interface FileChange {
  readonly file: string
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

function spoiled({ file, path, value }: FileChange): PortfolioFiles {
  const files = filesOf('118')
  let place = files[file] as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) place = place[key] as Record<string | number, unknown>
  place[path.at(-1) ?? ''] = value
  return files
}

function problemsOf(files: PortfolioFiles): string {
  const outcome = checkPortfolioFiles('118', files)
  return outcome.ok ? '' : describeProblems(outcome.error)
}

test.each(['110', '118'])('portfolio %s as shipped is valid and whole', (folder) => {
  const outcome = checkPortfolioFiles(folder, filesOf(folder))
  expect(outcome.ok ? '' : describeProblems(outcome.error)).toBe('')
  if (!outcome.ok) return
  expect(outcome.value.notices.map(({ kind }) => kind).toSorted()).toEqual([...NOTICE_KINDS].toSorted())
})

test('domain.md §6: the sample products have exactly the numbers of the domain page', () => {
  const [one, other] = ['118', '110'].map((folder) => checkPortfolioFiles(folder, filesOf(folder)))
  if (!one?.ok || !other?.ok) throw new Error('shipped data are valid')
  expect(one.value.portfolio).toMatchObject({
    approvalMode: 'automatic',
    states: ['DE', 'ID', 'MO', 'NV', 'UT', 'WI'],
  })
  expect(other.value.portfolio).toMatchObject({ approvalMode: 'manual' })
  expect(other.value.portfolio.states).toEqual([...one.value.portfolio.states, 'SC', 'TN'])
  expect(one.value.products[0]).toMatchObject({
    minimumAmount: 20_000n,
    maximumAmount: 100_000n,
    amountStep: 5_000n,
    annualRate: { numerator: 260n, denominator: 100n },
    minimumInstallments: 6,
    maximumInstallments: 26,
    maximumTermDays: 182,
    firstDateMinimumDays: 7,
    firstDateMaximumDays: 31,
    originationFee: null,
    returnedPaymentFee: 1_500n,
  })
  expect(other.value.products[0]).toMatchObject({
    minimumAmount: 30_000n,
    maximumAmount: 150_000n,
    amountStep: 10_000n,
    annualRate: { numerator: 195n, denominator: 100n },
    maximumTermDays: 365,
    originationFee: { rate: { numerator: 5n, denominator: 100n }, maximum: 5_000n },
  })
  for (const { products } of [one.value, other.value]) {
    expect(products[1]).toMatchObject({
      kind: 'military',
      annualRate: { numerator: 349n, denominator: 1000n },
      originationFee: null,
    })
  }
})

test.each([
  [
    'unknown key',
    { file: 'portfolio.json', path: ['shade'], value: 'red' },
    '118/portfolio.json: Unrecognized key: "shade"',
  ],
  [
    'color name',
    { file: 'portfolio.json', path: ['theme', 'primaryColor'], value: 'teal' },
    '118/portfolio.json: theme.primaryColor: must be a #rrggbb',
  ],
  [
    'color function',
    { file: 'portfolio.json', path: ['theme', 'thirdColor'], value: 'url(//x.example)' },
    'theme.thirdColor: must be a #rrggbb',
  ],
  [
    'faint color',
    { file: 'portfolio.json', path: ['theme', 'primaryColor'], value: '#ffe680' },
    'theme.primaryColor: is too faint',
  ],
  [
    'script address',
    { file: 'portfolio.json', path: ['faviconUrl'], value: 'javascript:alert(1)' },
    'faviconUrl: must be an own path',
  ],
  [
    'protocol-relative address',
    { file: 'portfolio.json', path: ['faviconUrl'], value: '//evil.example/x.svg' },
    'faviconUrl: must be an own path',
  ],
  [
    'climbing address',
    { file: 'portfolio.json', path: ['faviconUrl'], value: '/portfolios/../x.svg' },
    'faviconUrl: must not climb',
  ],
  [
    'host with path',
    { file: 'portfolio.json', path: ['hosts', 0], value: 'localhost/admin' },
    'hosts.0: must be a plain host name',
  ],
  [
    'wrong check digit',
    { file: 'portfolio.json', path: ['ach', 'immediateDestination'], value: '123456789' },
    'ach.immediateDestination: has a wrong check',
  ],
  [
    'state that is none',
    { file: 'portfolio.json', path: ['states', 0], value: 'XX' },
    'states.0: is no state',
  ],
  [
    'time zone',
    { file: 'portfolio.json', path: ['timeZone'], value: 'Mars/Olympus' },
    'timeZone: must be an IANA time zone',
  ],
  [
    'cut-off',
    { file: 'portfolio.json', path: ['cutOff', 'sameDay'], value: '1 pm' },
    'cutOff.sameDay: must be a time as "14:00"',
  ],
  [
    'cut-off too late for its window',
    { file: 'portfolio.json', path: ['cutOff', 'sameDay'], value: '14:30' },
    'cutOff.sameDay: the same-day file would miss its window, or the batch is earlier',
  ],
  [
    'settlement time of no window',
    { file: 'portfolio.json', path: ['sameDayCredits', 'settlesAt'], value: '15:00' },
    'sameDayCredits.settlesAt: Invalid option: expected one of "13:00"|"17:00"|"18:00"',
  ],
  ['spinner 8', { file: 'portfolio.json', path: ['spinner'], value: 8 }, '118/portfolio.json: spinner: '],
  [
    'money as number',
    { file: 'products.json', path: [0, 'minimumAmount'], value: 200 },
    '118/products.json: 0.minimumAmount: ',
  ],
  [
    'step that does not fit',
    { file: 'products.json', path: [0, 'minimumAmount'], value: '210.00' },
    '0.minimumAmount: is no multiple',
  ],
  [
    'military over 36 %',
    { file: 'products.json', path: [1, 'annualRate'], value: '0.361' },
    '1.annualRate: is over 36 %',
  ],
  [
    'frequency',
    { file: 'products.json', path: [0, 'paymentFrequencies'], value: [PayrollFrequency.monthly] },
    '0.paymentFrequencies.0: payments are weekly',
  ],
  [
    'unknown fact',
    { file: 'policy.json', path: ['rules', 3, 'when', 0, 'fact'], value: 'race' },
    'rules.3.when.0.fact: no fact is called race',
  ],
  [
    'value of another kind',
    { file: 'policy.json', path: ['rules', 3, 'when', 0, 'value'], value: '18' },
    'rules.3.when.0.value: age is of kind count',
  ],
  [
    'order of a flag',
    { file: 'policy.json', path: ['rules', 0, 'when', 0, 'operator'], value: 'lessThan' },
    'rules.0.when.0.operator: blackListed is a flag',
  ],
  [
    'code in data',
    { file: 'policy.json', path: ['rules', 0, 'when', 0, 'script'], value: 'x' },
    'rules.0.when.0: Unrecognized key',
  ],
  ['four tiers', { file: 'policy.json', path: ['tiers'], value: [] }, '118/policy.json: tiers: '],
  [
    'too few knock-outs',
    { file: 'policy.json', path: ['rules'], value: [] },
    'rules: fewer than 12 knock-outs',
  ],
  [
    'other states than the portfolio',
    { file: 'policy.json', path: ['rules', 4, 'when', 0, 'value'], value: ['DE'] },
    'the state knock-out does not name',
  ],
  [
    'reason without words',
    { file: 'policy.json', path: ['reasons'], value: {} },
    'reasons: underAge has no words',
  ],
  [
    'required ACH',
    { file: 'consents/achAuthorization.json', path: ['required'], value: true },
    'required: this consent may not be a condition',
  ],
  [
    'markup',
    { file: 'consents/achAuthorization.json', path: ['label', 'en'], value: '<b>x</b>' },
    'consents/achAuthorization.json: label.en: has markup',
  ],
  [
    'no Spanish',
    { file: 'notices/noia.json', path: ['subject'], value: { en: 'x' } },
    '118/notices/noia.json: subject.es: ',
  ],
  [
    'unknown placeholder',
    { file: 'notices/noia.json', path: ['subject', 'en'], value: 'Hello {ssn}' },
    '{ssn} is not supplied for noia',
  ],
  [
    'no offer',
    { file: 'notices/counteroffer.json', path: ['body', 'en'], value: 'Less.' },
    'must give {offered}',
  ],
  [
    'no ECOA agency',
    { file: 'notices/adverseAction.json', path: ['body', 'en'], value: 'No loan.' },
    'must give {agencyName}',
  ],
] as const)('%s is refused with file and path', (_, change, message) => {
  expect(problemsOf(spoiled(change))).toContain(message)
})

test('a portfolio published before same-day credits does not offer them', () => {
  const { sameDayCredits, ...earlier } = filesOf('118')['portfolio.json'] as Record<string, unknown>
  expect(sameDayCredits).toEqual({ offered: true, settlesAt: '17:00' })
  expect(PortfolioSchema.parse(earlier)).toMatchObject({
    sameDayCredits: { offered: false },
    reviewBankingDays: 0,
  })
})

test('a missing file and a missing notice are named', () => {
  const files = filesOf('118')
  delete files['policy.json']
  expect(problemsOf(files)).toContain('118/policy.json: ')
  const fewer = filesOf('118')
  delete fewer['notices/noia.json']
  expect(problemsOf(fewer)).toBe('118/notices: needs exactly one noia')
})
