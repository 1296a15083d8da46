import { fileURLToPath } from 'node:url'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { ELIGIBILITY_TEXTS } from '@dolphin/domain/payments/debit-eligibility/eligibility-texts'
import { RETURN_RULES } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { DOMAIN_VALUES } from '@dolphin/domain/form/domain-values'
import type { FormElement } from '@dolphin/domain/form/form-definition'
import { MISSING_TEXTS } from '@dolphin/domain/notices/noia-missing'
import { placeholderNames } from '@dolphin/domain/notices/placeholder'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { LINK_FAILURES } from '@dolphin/domain/verification/link-failure'
import { STATEMENT_REFUSALS } from '@dolphin/domain/verification/statement-refusal'
import { describe, expect, test } from 'vitest'
import { sampleNotice } from '@dolphin/api/modules/portfolios/release/sample-documents'
import { loadPortfolios } from '@dolphin/api/modules/portfolios/portfolio-catalog'
import { CHANGE_NAMES } from '@dolphin/domain/servicing/changes/change-names'
import { gradeOf, sentencesOf } from '../../apps/web/plugins/reading-level.ts'

const { all } = loadPortfolios(fileURLToPath(new URL('../../data/portfolios', import.meta.url)))

/** The same word in both languages, looked at one by one. */
const SAME: ReadonlySet<string> = new Set([
  // A short answer, and names of states and of products: names are not translated.
  'No',
  'Personal',
])

/** Everything with a text in each language, with where it stands. */
function textsIn(value: unknown, path: string): [string, Localized][] {
  if (typeof value !== 'object' || value === null) return []
  if ('en' in value && 'es' in value && typeof value.en === 'string') return [[path, value as Localized]]
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, `${path}.${key}`))
}

function formTexts(elements: readonly FormElement[], path: string): [string, Localized][] {
  return elements.flatMap(
    ({ elementKey, elementLabel: en, labelEs = en, controlProperty, elements: rows }) => {
      const at = `${path}.${elementKey}`
      const { hint, hintEs = hint } = controlProperty ?? {}
      return [
        [at, { en, es: labelEs }] as [string, Localized],
        ...(hint === undefined || hintEs === undefined
          ? []
          : [[`${at}.hint`, { en: hint, es: hintEs }] as [string, Localized]]),
        ...formTexts(rows ?? [], at),
      ]
    },
  )
}

const TEXTS: readonly [string, Localized][] = [
  ...textsIn(RESPONSE_CODES, 'codes'),
  ...textsIn(
    { ELIGIBILITY_TEXTS, RETURN_RULES, LINK_FAILURES, STATEMENT_REFUSALS, MISSING_TEXTS, CHANGE_NAMES },
    'domain',
  ),
  ...Object.entries(DOMAIN_VALUES).flatMap(([code, options]) =>
    code === 'usState'
      ? []
      : options
          .filter(({ label }) => /\p{L}/u.test(label))
          .map(({ label: en, labelEs: es, value }): [string, Localized] => [`${code}.${value}`, { en, es }]),
  ),
  ...all.flatMap(({ portfolio, consents, notices, coupons, policy, forms }) => {
    const at = String(portfolio.portfolioId)
    return [
      ...textsIn({ consents, notices, coupons, reasons: policy.reasons, lender: portfolio.lender }, at),
      ...[...forms.values()].flatMap(({ code, title, titleEs = title, elements }) => [
        [`${at}.${code}`, { en: title, es: titleEs }] as [string, Localized],
        ...formTexts(elements, `${at}.${code}`),
      ]),
    ]
  }),
]

describe('every text that the server writes to a borrower', () => {
  test('there are many of them, so that the walk is known to walk', () => {
    expect(TEXTS.length).toBeGreaterThan(500)
  })

  test('has words in both languages that differ, but for a reviewed list', () => {
    const bare = TEXTS.filter(([, { en, es }]) => /\p{L}/u.test(`${en}${es}`)).filter(
      ([, { en, es }]) => en.trim() === '' || es.trim() === '' || (en === es && !SAME.has(en)),
    )
    expect(bare).toEqual([])
  })

  test('fills the same names in braces in both languages', () => {
    const unlike = TEXTS.filter(
      ([, { en, es }]) =>
        JSON.stringify([...new Set(placeholderNames(en))].toSorted()) !==
        JSON.stringify([...new Set(placeholderNames(es))].toSorted()),
    )
    expect(unlike).toEqual([])
  })
})

/** English that a Spanish notice must not hold: calendar words, then the commonest words of our sentences. */
const LEAKS =
  /\b(January|February|March|April|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|the|your|you|with|from|payment|payments|account|bank|please|we|this|there)\b/i

describe('notices', () => {
  const rows = all.flatMap((entry) =>
    entry.notices.map((notice) => [entry.portfolio.portfolioId, notice.kind, entry, notice] as const),
  )

  test.each(rows)('%i %s reads in Spanish without English left over', (_id, _kind, entry, notice) => {
    const { subject, text } = sampleNotice(entry, notice, 'es')
    const { lender } = entry.portfolio
    const own = [lender.brandName, lender.legalName, lender.federalAgency.name, lender.federalAgency.address]
    const said = own.reduce((rest, name) => rest.replaceAll(name, ''), `${subject}\n${text}`)
    expect(LEAKS.exec(said.replace(/https?:\S+|\S+@\S+|Sample\S*/g, ''))?.[0]).toBeUndefined()
  })

  /** Its words are the law's: 12 CFR 1002.9(b)(1). */
  const STATUTORY = ['adverseAction', 'counteroffer']

  test.each(rows.filter(([, kind]) => !STATUTORY.includes(kind)))(
    '%i %s is at grade 8 or easier in English',
    (_id, _kind, _entry, { body }) => {
      const [own = ''] = body.en.split('\n\n{brandName}')
      expect(gradeOf(sentencesOf(own.replaceAll('\n', ' ')))).toBeLessThanOrEqual(8)
    },
  )
})

test('the messages of the error catalog, taken together, are at grade 6 or easier', () => {
  const sentences = Object.values(RESPONSE_CODES).flatMap(({ message }) => sentencesOf(message.en))
  expect(gradeOf(sentences)).toBeLessThanOrEqual(6)
})
