import { readFileSync } from 'node:fs'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { afterAll, expect, test } from 'vitest'
import { renderForm } from '../testing/form-page.tsx'
import { unmount, until } from '../testing/render.tsx'

afterAll(unmount)

const FORMS = ['personal', 'employment', 'bank', 'question', 'contact', 'bank-match'] as const
const PORTFOLIOS = [118, 110] as const

/** Type, autocomplete token and input mode of every field of the shipped forms that is typed into or chosen from. */
const TOLD: Readonly<Record<string, string>> = {
  accountOpenedDate: 'text off numeric',
  alternativeEmail: 'email email email',
  alternativePhone: 'tel tel tel',
  bankAccountNo: 'text off numeric',
  bankRoutingNo: 'text off numeric',
  birthDate: 'text bday numeric',
  cellPhone: 'tel tel tel',
  city: 'text address-level2 -',
  email: 'email email email',
  employerName: 'text organization -',
  employerPhone: 'tel tel tel',
  externalOpenLoans: 'text  numeric',
  firstName: 'text given-name -',
  firstSemiMonthlyDay: 'select-one  -',
  hireDate: 'text off numeric',
  homePhone: 'tel home tel tel',
  howHeard: 'select-one  -',
  incomeType: 'select-one  -',
  jobTitle: 'text organization-title -',
  lastName: 'text family-name -',
  lastPayday: 'text off numeric',
  loanPurpose: 'select-one  -',
  monthlyDay: 'select-one  -',
  monthlyNetIncome: 'text off decimal',
  paydayOfWeek: 'select-one  -',
  payrollFrequency: 'select-one  -',
  payrollType: 'select-one  -',
  secondSemiMonthlyDay: 'select-one  -',
  ssn: 'text off numeric',
  state: 'select-one address-level1 -',
  street: 'text address-line1 -',
  unit: 'text address-line2 -',
  urbanization: 'text address-line3 -',
  zip: 'text postal-code numeric',
}

const shipped = (portfolioId: number, code: string): FormDefinition => {
  const path = `data/portfolios/${portfolioId}/forms/${code}.json`
  return JSON.parse(readFileSync(path, 'utf8')) as FormDefinition
}

test.each(PORTFOLIOS.flatMap((portfolioId) => FORMS.map((code) => [portfolioId, code] as const)))(
  'brand %i, %s: every field has its keyboard and its token (WCAG 1.3.5; ux.md "Autocomplete, input modes")',
  async (portfolioId, code) => {
    const { elements } = shipped(portfolioId, code)
    // All at once: what depends on an answer is looked at too.
    const shown = elements.map((element) => ({ ...element, associates: [] }))
    const { page } = await renderForm(shown)
    await until(() => page.querySelector('input') !== null)
    const fields = [...page.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter(
      ({ type }) => type !== 'radio' && type !== 'checkbox',
    )
    const told = fields.map((field) => [
      field.name,
      [field.type, field.getAttribute('autocomplete') ?? '', field.getAttribute('inputmode') ?? '-'].join(
        ' ',
      ),
    ])
    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(told.map(([name = '']) => [name, TOLD[name]])),
    )
  },
)
