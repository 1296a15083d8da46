import { readFileSync } from 'node:fs'
import type { FormDefinition, FormElement } from '@dolphin/domain/form/form-definition'
import { afterAll, expect, test } from 'vitest'
import { renderForm } from '../testing/form-page.tsx'
import { settle, unmount, until } from '../testing/render.tsx'

afterAll(unmount)

const FORMS = ['personal', 'employment', 'bank', 'question', 'contact', 'bank-match'] as const
const PORTFOLIOS = [118, 110] as const

const shipped = (portfolioId: number, code: string): FormDefinition => {
  const path = `data/portfolios/${portfolioId}/forms/${code}.json`
  return JSON.parse(readFileSync(path, 'utf8')) as FormDefinition
}

/** Shown, mandatory, without a default: every field that a reader can leave empty and must not. */
const asMandatory = (element: FormElement): FormElement => {
  const { defaultValue: _, ...controlProperty } = element.controlProperty ?? {}
  return {
    ...element,
    controlProperty,
    associates: [],
    foregroundProperty: { ...element.foregroundProperty, mandatory: true },
  }
}

test.each(PORTFOLIOS.flatMap((portfolioId) => FORMS.map((code) => [portfolioId, code] as const)))(
  'brand %i, %s: every mandatory field says on blur that it is empty, though nothing was typed (product.md §5)',
  async (portfolioId, code) => {
    const elements = shipped(portfolioId, code)
      .elements.filter(({ dataControl }) => dataControl !== 'heading' && dataControl !== 'repeatableGroup')
      .map(asMandatory)
    const options = Object.fromEntries(
      elements.flatMap(({ dataDomainValues: list }) =>
        list === undefined ? [] : [[list, [{ value: 'yes', label: 'Yes' }]]],
      ),
    )
    const { page } = await renderForm(elements, {}, options)
    await until(() => page.querySelectorAll('input, select, textarea').length >= elements.length)
    for (const { elementKey, elementLabel } of elements) {
      const field = page.querySelector<HTMLElement>(`[name="${elementKey}"], [name="field-${elementKey}"]`)
      expect(field, elementKey).not.toBeNull()
      await settle(() => field?.focus())
      await settle(() => field?.blur())
      await until(() => page.querySelector(`#field-${elementKey}-error`) !== null)
      expect(page.querySelector(`#field-${elementKey}-error`)?.textContent, elementKey).toContain(
        elementLabel,
      )
    }
  },
)
