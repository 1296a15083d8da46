import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { RULES } from '@dolphin/domain/form/rules/registry'
import { formDefinition } from './form-definition.ts'

const url = '/dolphin-loan/online/form/personal'
const form: FormDefinition = {
  code: 'personal',
  version: 1,
  title: 'About you',
  readUrl: url,
  createUrl: url,
  updateUrl: url,
  elements: [
    {
      elementKey: 'ssn',
      elementLabel: 'SSN',
      dataControl: 'ssn',
      controlProperty: { secret: true, inputMode: 'numeric' },
      foregroundProperty: {
        mandatory: true,
        validateRules: ['ssn', { rule: 'max', argument: 9 }],
        mask: 'ssn',
      },
      associates: [{ kind: 'show', when: { not: { all: [{ elementKey: 'state', oneOf: ['PR'] }] } } }],
    },
    {
      elementKey: 'otherLoans',
      elementLabel: 'Other loans',
      dataControl: 'repeatableGroup',
      elements: [{ elementKey: 'lender', elementLabel: 'Lender', dataControl: 'text' }],
    },
  ],
}

test('a form of the domain is a form on the wire, unchanged (product.md §3)', () => {
  expect(formDefinition.parse(form)).toEqual(form)
})

test('every rule of the domain may be named, and no other', () => {
  const withRule = (rule: string) => ({
    ...form,
    elements: [{ ...form.elements[0], foregroundProperty: { validateRules: [rule] } }],
  })
  for (const rule of Object.keys(RULES))
    expect(formDefinition.safeParse(withRule(rule)).success, rule).toBe(true)
  expect(formDefinition.safeParse(withRule('eval')).success).toBe(false)
})

test('URLs are paths of ours (design/security.md D13)', () => {
  expect(formDefinition.safeParse({ ...form, createUrl: 'https://evil.example/x' }).success).toBe(false)
  expect(formDefinition.safeParse({ ...form, createUrl: '//evil.example/x' }).success).toBe(false)
})

test('an unknown control or property is refused', () => {
  const element = form.elements[0]
  expect(
    formDefinition.safeParse({ ...form, elements: [{ ...element, dataControl: 'iframe' }] }).success,
  ).toBe(false)
  expect(formDefinition.safeParse({ ...form, elements: [{ ...element, script: 'x' }] }).success).toBe(false)
})

const portfolios = new URL('../../../data/portfolios/', import.meta.url)
const shipped = readdirSync(portfolios).flatMap((id) =>
  readdirSync(new URL(`${id}/forms/`, portfolios)).map((file) => `${id}/forms/${file}`),
)

test.each(shipped)('the shipped form %s can be served as it stands', (file) => {
  const data: unknown = JSON.parse(readFileSync(new URL(file, portfolios), 'utf8'))
  expect(formDefinition.parse(data)).toEqual(data)
})
