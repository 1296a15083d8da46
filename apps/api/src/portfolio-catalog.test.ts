import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { loadPortfolios, PortfolioDataError } from './portfolio-catalog.ts'

const SHIPPED = fileURLToPath(new URL('../../../data/portfolios', import.meta.url))
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
  expect(load).toThrow(/118\/portfolio\.json: theme\.primaryColor: must be a #rrggbb colour/)
  expect(load).toThrow(/110\/forms\/personal\.json/)
})

test('a file that is no JSON is named', () => {
  const folder = aCopy()
  writeFileSync(join(folder, '118', 'policy.json'), '{')
  expect(() => loadPortfolios(folder)).toThrow(/118\/policy\.json: is no JSON/)
})
