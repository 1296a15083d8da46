import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert } from '@dolphin/domain/assert'
import { NOTICE_KINDS, type NoticeKind } from '@dolphin/domain/notices/notice-kind'
import { afterEach, expect, test } from 'vitest'
import { loadPortfolios, PortfolioDataError } from './portfolio-catalog.ts'
import { textFindings } from './release/text-findings.ts'

const SHIPPED = fileURLToPath(new URL('../../../../../data/portfolios', import.meta.url))
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function aCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-portfolios-'))
  folders.push(folder)
  cpSync(SHIPPED, folder, { recursive: true })
  return folder
}

test('the shipped portfolios 110 and 118 load, and localhost is 118 (product.md §9)', () => {
  const catalog = loadPortfolios(SHIPPED)
  expect(catalog.all.map(({ portfolio }) => portfolio.portfolioId)).toEqual([110, 118])
  expect(catalog.byHost('localhost')?.portfolio.portfolioId).toBe(118)
  expect(catalog.byHost('127.0.0.1')?.portfolio.portfolioId).toBe(118)
  expect(catalog.byHost('110.localhost')?.portfolio.portfolioId).toBe(110)
  expect(catalog.byHost('stranger.example.com')).toBeUndefined()
})

test('wrong data is refused, naming file, path and what is wrong', () => {
  const folder = aCopy()
  const file = join(folder, '118', 'portfolio.json')
  const portfolio = JSON.parse(readFileSync(file, 'utf8')) as { theme: Record<string, unknown> }
  portfolio.theme['primaryColor'] = 'url(evil)'
  writeFileSync(file, JSON.stringify(portfolio))
  writeFileSync(join(folder, '110', 'forms', 'personal.json'), '{"code":"personal"}')
  const load = () => loadPortfolios(folder)
  expect(load).toThrow(PortfolioDataError)
  expect(load).toThrow(/118\/portfolio\.json: theme\.primaryColor: must be a #rrggbb color/)
  expect(load).toThrow(/110\/forms\/personal\.json/)
})

test('a portfolio of before a kind of notice existed has the default words of that kind', () => {
  const folder = aCopy()
  const newer: readonly NoticeKind[] = ['changeFailed', 'confirmAgain', 'paymentMoved', 'refundMailed']
  for (const kind of newer) rmSync(join(folder, '118', 'notices', `${kind}.json`))
  const entry = loadPortfolios(folder).byId(118)
  expect(entry?.notices.map(({ kind }) => kind).toSorted()).toEqual([...NOTICE_KINDS].toSorted())
  expect(entry?.defaultNotices).toEqual(expect.arrayContaining([...newer]))
  expect(entry?.defaultNotices).toHaveLength(newer.length)
})

test('every kind of notice has default words that say what it must, in both languages', () => {
  const folder = aCopy()
  rmSync(join(folder, '118', 'notices'), { recursive: true })
  const entry = loadPortfolios(folder).byId(118)
  assert(entry !== undefined, 'the portfolio is there')
  expect(entry.defaultNotices).toEqual(NOTICE_KINDS)
  const { legalName, brandName } = entry.portfolio.lender
  expect(JSON.stringify(entry.notices)).not.toMatch(new RegExp(`${legalName}|${brandName}`, 'u'))
  expect(textFindings(entry).map(({ level }) => level)).toEqual(NOTICE_KINDS.map(() => 'note'))
})

test('a file that is no JSON is named', () => {
  const folder = aCopy()
  writeFileSync(join(folder, '118', 'policy.json'), '{')
  expect(() => loadPortfolios(folder)).toThrow(/118\/policy\.json: is no JSON/)
})

type Json = Record<string, unknown>

/** A copy whose form has its first element, and itself, changed. */
function withForm(code: string, form: Json, element: Json): () => unknown {
  const folder = aCopy()
  const file = join(folder, '118', 'forms', `${code}.json`)
  const read = JSON.parse(readFileSync(file, 'utf8')) as { elements: Json[] }
  const [first, ...others] = read.elements
  writeFileSync(file, JSON.stringify({ ...read, ...form, elements: [{ ...first, ...element }, ...others] }))
  return () => loadPortfolios(folder)
}

const AT = '118/forms/contact.json: '

test.each([
  [
    {},
    { foregroundProperty: { validateRules: ['nope'] } },
    'cellPhone.foregroundProperty.validateRules.0: unknown rule nope',
  ],
  [{}, { foregroundProperty: { validateRules: ['max'] } }, 'cellPhone: rule max needs an argument: write'],
  [{}, { dataControl: 'iframe' }, 'cellPhone.dataControl: unknown control iframe; name one of text'],
  [
    {},
    { dataControl: 'select', dataDomainValues: 'nope' },
    'cellPhone: unknown domain values nope: the lists',
  ],
  [
    {},
    { associates: [{ kind: 'show', when: { elementKey: 'unknownKey', answered: true } }] },
    'cellPhone: associate looks at unknownKey',
  ],
  [{}, { templateElementId: 'personal.nope' }, 'cellPhone: there is no template personal.nope; name'],
  [{ readUrl: 'https://evil.example.com/form' }, {}, 'readUrl: '],
  [{ readUrl: '//evil.example.com/form' }, {}, 'readUrl: '],
  [
    { updateUrl: '/dolphin-loan/online/form/personal' },
    {},
    'updateUrl: the server answers this form at /dolphin-loan/online/form/contact only',
  ],
  [{ createUrl: '/dolphin-customer/change-password' }, {}, 'createUrl: the server answers this form at'],
])('a definition %j %j is refused, naming file, element and what to do', (form, element, said) => {
  expect(withForm('contact', form, element)).toThrow(`${AT}${said}`)
})

test('an element takes over what its template says, and says itself what differs (product.md §3)', () => {
  const element = {
    elementKey: 'phone',
    elementLabel: 'Phone at Work',
    templateElementId: 'personal.cellPhone',
    foregroundProperty: { cols: 12 },
  }
  const folder = aCopy()
  const file = join(folder, '118', 'forms', 'contact.json')
  const read = JSON.parse(readFileSync(file, 'utf8')) as Json
  writeFileSync(file, JSON.stringify({ ...read, elements: [element] }))
  const forms = loadPortfolios(folder).byId(118)?.forms
  const template = forms?.get('personal')?.elements.find(({ elementKey }) => elementKey === 'cellPhone')
  expect(forms?.get('contact')?.elements[0]).toEqual({
    ...template,
    ...element,
    foregroundProperty: { ...template?.foregroundProperty, cols: 12 },
  })
})
