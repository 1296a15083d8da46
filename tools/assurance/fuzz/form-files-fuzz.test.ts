import { readdirSync, readFileSync } from 'node:fs'
import { formInLanguage } from '@dolphin/domain/form/form-in-language'
import { validateForm } from '@dolphin/domain/form/validate-form'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { expect, test } from 'vitest'
import { checkForms } from '@dolphin/api/modules/portfolios/form-files'
import { anyOf, drawFor, oneOf } from '@dolphin/api/testing/odd-input/draw'
import {
  isObject,
  type Json,
  type JsonPath,
  placesIn,
  valueAt,
  withValue,
} from '@dolphin/api/testing/odd-input/json'
import { ODD_TEXTS } from '@dolphin/api/testing/odd-input/odd-values'
import { wildRequest } from './wild-mutants.ts'

const SEED = 1_094
const MUTANTS = 150
const FOLDER = new URL('../../../data/portfolios/118/forms/', import.meta.url)
const NAMES = readdirSync(FOLDER).map((name) => `forms/${name}`)
const FILES: Readonly<Record<string, Json>> = Object.fromEntries(
  NAMES.map((name) => [
    name,
    JSON.parse(readFileSync(new URL(name.replace('forms/', ''), FOLDER), 'utf8')) as Json,
  ]),
)

const isElement = (form: Json) => (path: JsonPath) => {
  const value = valueAt(form, path)
  return isObject(value) && value['elementKey'] !== undefined
}

/** A form with parts of other forms in it, or with what no author would write. */
function mutant(index: number): readonly [name: string, form: Json] {
  const draw = drawFor('forms', SEED, index)
  const name = anyOf(draw, NAMES) ?? ''
  const form = FILES[name] ?? null
  const other = FILES[anyOf(draw, NAMES) ?? ''] ?? null
  const [place, part] = [
    anyOf(draw, placesIn(form).filter(isElement(form))),
    anyOf(draw, placesIn(other).filter(isElement(other))),
  ]
  const swapped = place && part ? withValue(form, place, valueAt(other, part)) : form
  const wild = wildRequest(draw, { body: form })['body'] ?? null
  return [name, oneOf(draw, [wild, wild, swapped])]
}

test(`${MUTANTS} edited forms: each is taken and can be filled in, or every problem says what and where (issue "Proof" 5)`, () => {
  let taken = 0
  for (let index = 0; index < MUTANTS; index += 1) {
    const [name, form] = mutant(index)
    const checked = checkForms('118', { ...FILES, [name]: form })
    if (!checked.ok) {
      expect(checked.error.length, `mutant ${index}`).toBeGreaterThan(0)
      for (const { file, message } of checked.error) {
        expect(file).toMatch(/^118\/forms\//)
        expect(message.trim(), `mutant ${index}`).not.toBe('')
      }
      continue
    }
    taken += 1
    const today = localDate(2026, 3, 3)
    for (const definition of checked.value.values()) {
      const answers = Object.fromEntries(
        definition.elements.map(({ elementKey }, at) => [
          elementKey,
          ODD_TEXTS[(at + index) % ODD_TEXTS.length] ?? '',
        ]),
      )
      expect(Array.isArray(validateForm(definition, answers, { today, holidays: new Set() }))).toBe(true)
      expect(formInLanguage(definition, 'es').code).toBe(definition.code)
    }
  }
  expect(taken, 'some edits change nothing that matters').toBeGreaterThan(5)
}, 120_000)
