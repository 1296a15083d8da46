import type { PortfolioFiles } from '@dolphin/contract/portfolio/portfolio-data'

type Json = Readonly<Record<string, unknown>>

interface FilledForm {
  readonly form: unknown
  readonly unknown: readonly { readonly elementKey: string; readonly problem: string }[]
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A form whose elements have taken over what their templates say. `templateElementId` names an element of a form
 * of the same portfolio as "<form code>.<element key>"; what the element says itself goes before it, property by
 * property. A template stands for itself: its own template is not followed.
 */
export function withTemplates(form: unknown, files: PortfolioFiles): FilledForm {
  if (!isObject(form) || !Array.isArray(form['elements'])) return { form, unknown: [] }
  const unknown: { elementKey: string; problem: string }[] = []
  const elements = form['elements'].map((element: unknown) => {
    if (!isObject(element) || typeof element['templateElementId'] !== 'string') return element
    const template = findTemplate(element['templateElementId'], files)
    if (template !== undefined) return filledIn(template, element)
    unknown.push({
      elementKey: String(element['elementKey']),
      problem: `there is no template ${element['templateElementId']}; name an element of this portfolio as "<form code>.<element key>"`,
    })
    return element
  })
  return { form: { ...form, elements }, unknown }
}

function findTemplate(id: string, files: PortfolioFiles): Json | undefined {
  const [code, key] = id.split('.')
  const form = files[`forms/${code}.json`]
  const elements: unknown = isObject(form) ? form['elements'] : undefined
  if (!Array.isArray(elements)) return undefined
  return elements.filter(isObject).find(({ elementKey }) => elementKey === key)
}

function filledIn(template: Json, element: Json): Json {
  const both = { ...template, ...element }
  for (const part of ['controlProperty', 'foregroundProperty']) {
    const [general, own] = [template[part], element[part]]
    if (isObject(general) && isObject(own)) Object.assign(both, { [part]: { ...general, ...own } })
  }
  return both
}
