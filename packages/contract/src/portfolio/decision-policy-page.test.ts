import { readFileSync } from 'node:fs'
import { OPERATORS } from '@dolphin/domain/decisions/condition'
import { FACT_LABELS } from '@dolphin/domain/decisions/fact-text'
import { FACT_KINDS } from '@dolphin/domain/decisions/facts'
import { RULE_EFFECTS } from '@dolphin/domain/decisions/policy'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../../../../docs/guides/decision-policy.md', import.meta.url), 'utf8')
const rowsOf = (heading: string) =>
  (page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))

test('the table of facts is the code’s: every fact once, with its kind and its name', () => {
  const table = rowsOf('Facts').map(([, name = '', kind, label]) => [name.replaceAll('`', ''), kind, label])
  const code = Object.entries(FACT_KINDS).map(([name, kind]) => [
    name,
    kind,
    FACT_LABELS[name as keyof typeof FACT_LABELS],
  ])
  expect(table).toEqual(code)
})

test('operators and effects are the code’s, effects gravest first', () => {
  const words = (heading: string) =>
    rowsOf(heading).flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, word]) => word))
  expect(new Set(words('Conditions'))).toEqual(new Set(OPERATORS))
  expect(words('Rules and their effects')).toEqual(RULE_EFFECTS)
})
