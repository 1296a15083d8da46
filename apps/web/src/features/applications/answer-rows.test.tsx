import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { DOMAIN_VALUES } from '@dolphin/domain/form/domain-values'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { expect, test } from 'vitest'
import { servedForm } from '../../form-engine/served-form.ts'
import { NOTHING_STORED } from '../../testing/sample-form.ts'
import { answerGroups, answerRows } from './answer-rows.ts'

const FORMS = resolve(import.meta.dirname, '../../../../../data/portfolios/118/forms')
const shippedForm = (code: string) =>
  JSON.parse(readFileSync(resolve(FORMS, `${code}.json`), 'utf8')) as FormDefinition
const form = servedForm(shippedForm('question'), DOMAIN_VALUES)
const rowsOf = (values: Parameters<typeof answerRows>[1]['values']) =>
  answerRows(form, { ...NOTHING_STORED, values })

test('each row of the shipped group is a row of the summary, its fields by their names; open ones are left out', () => {
  const otherLoans = [
    { lender: 'Harbor Sample Finance', balance: '1200.00', payment: '85.00' },
    { lender: 'Lantern Sample Loans', balance: null, payment: null },
  ]
  expect(rowsOf({ externalOpenLoans: '2', bankruptcy: 'none', otherLoans })).toEqual([
    { elementKey: 'externalOpenLoans', label: 'Other Payday or Installment Loans', value: '2' },
    { elementKey: 'bankruptcy', label: 'Bankruptcy', value: 'No' },
    {
      elementKey: 'otherLoans',
      label: 'Loans You Are Repaying 1',
      value: 'Lender: Harbor Sample Finance\nStill Owed: $1,200.00\nPaid Each Month: $85.00',
    },
    { elementKey: 'otherLoans', label: 'Loans You Are Repaying 2', value: 'Lender: Lantern Sample Loans' },
  ])
})

test('a group that is hidden or empty is not listed', () => {
  const otherLoans = [{ lender: 'Harbor Sample Finance', balance: null, payment: null }]
  const labels = (values: Parameters<typeof rowsOf>[0]) => rowsOf(values).map(({ label }) => label)
  expect(labels({ externalOpenLoans: '0', otherLoans })).toEqual(['Other Payday or Installment Loans'])
  expect(labels({ externalOpenLoans: '1', otherLoans: null })).toEqual(['Other Payday or Installment Loans'])
})

test('the answers of a shipped section stand under the headings of its screens', () => {
  const personal = servedForm(shippedForm('personal'), DOMAIN_VALUES)
  const values = { firstName: 'ann', lastName: 'example', city: 'Springfield', zip: '84101' }
  const groups = answerGroups(personal, { ...NOTHING_STORED, values, masked: { ssn: '***-**-6789' } })
  expect(groups.map(({ heading, rows }) => [heading, ...rows.map(({ elementKey }) => elementKey)])).toEqual([
    ['Your name and birth date', 'firstName', 'lastName', 'ssn'],
    ['Your address', 'city', 'zip'],
  ])
})
