import { readdirSync, readFileSync } from 'node:fs'
import { DOMAIN_VALUES } from '@dolphin/domain/form/domain-values'
import { expect, type Page } from '@playwright/test'
import { dictionaries } from '../../apps/web/plugins/dictionaries.ts'
import type { Answer, Screenful } from '../journeys/borrower.ts'
import type { Portfolio } from '../journeys/product.ts'

const TEXTS = dictionaries()

/**
 * The Spanish text of a page, by the folder or the file of its messages and its id, with its values filled in. Where
 * several files of the folder have the id, that of its messages.ts.
 */
export function says(part: string, id: string, values: Readonly<Record<string, string>> = {}): string {
  const named = TEXTS.filter(
    ({ file, en }) => (file === `${part}.ts` || file.startsWith(`${part}/`)) && id in en,
  )
  const found = (named.find(({ file }) => file === `${part}/messages.ts`) ?? named[0])?.es?.[id]
  if (found === undefined) throw new Error(`${part} has no Spanish text "${id}"`)
  return found.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

interface SavedElement {
  readonly elementLabel: string
  readonly labelEs?: string
  readonly elements?: readonly SavedElement[]
}

/** What the labels and the options of a brand's forms are in Spanish. */
function spanishOfForms({ portfolioId }: Portfolio): ReadonlyMap<string, string> {
  const folder = new URL(`../../data/portfolios/${portfolioId}/forms/`, import.meta.url)
  const elements = readdirSync(folder).flatMap((name) => {
    const form = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
      elements: readonly SavedElement[]
    }
    return form.elements
  })
  const options = Object.values(DOMAIN_VALUES).flat()
  return new Map([
    ...options.map(({ label, labelEs }) => [label, labelEs] as const),
    ...elements.map(({ elementLabel, labelEs = '' }) => [elementLabel, labelEs] as const),
  ])
}

/** The screens of answers of a borrower whose pages are in Spanish. */
export function inSpanish(portfolio: Portfolio, screens: readonly Screenful[]): readonly Screenful[] {
  const words = spanishOfForms(portfolio)
  const answer = ({ label, as, value }: Answer): Answer => ({
    label: words.get(label) ?? label,
    as,
    value: as === 'typed' ? value : (words.get(value) ?? value),
  })
  return screens.map((screen) => screen.map(answer))
}

/** Answers the fields of one screen, by its Spanish labels. */
export async function answerInSpanish(page: Page, answers: Screenful): Promise<void> {
  for (const { label, as, value } of answers) {
    const named = new RegExp(`^${escaped(label)}(?: \\(opcional\\))?$`)
    if (as === 'ticked') {
      const group = page.getByRole('group', { name: named })
      await group.getByRole('radio', { name: value, exact: true }).check()
    } else if (as === 'chosen') await page.getByLabel(named).selectOption({ label: value })
    else await page.getByLabel(named).fill(value)
  }
}

/** Signs in at the practice bank, shares what it offers, and comes back. */
export async function visitSpanishBank(page: Page, username: string): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.getByLabel('Nombre de usuario').fill(username)
  await page.getByLabel('Contraseña').fill('pass_good')
  await press('Iniciar sesión')
  const choose = page.getByRole('heading', { name: 'Elija sus cuentas' })
  const back = page.getByRole('link', { name: 'Volver a su solicitud' })
  await choose.or(back).waitFor()
  // What was shared leads back at once; where nothing was, the bank says why
  if (await choose.isVisible()) await press('Compartir y continuar')
  else await back.click()
}

/** Words that no Spanish text has, nor any name of ours. */
const ENGLISH =
  /\b(?:the|your|you|and|with|please|we|our|is|are|not|this|that|from|loan|payment|page|sign)\b/i

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')

/** Every English text that reads otherwise in Spanish, as a pattern with anything for its values. */
const LEAKS = TEXTS.flatMap(({ en, es }) =>
  Object.entries(en)
    .filter(([id, english]) => es?.[id] !== english && /\p{L}/u.test(english.replace(/\{\w+[^{}]*\}/g, '')))
    .filter(([, english]) => !Object.values(es ?? {}).includes(english))
    .map(([, english]) => new RegExp(`^${escaped(english).replace(/\{\w+[^{}]*\}/g, '.+')}$`, 'u')),
)
const PLAIN = new Set(TEXTS.flatMap(({ es }) => Object.values(es ?? {})))

/** The English that a Spanish page still shows or says, where nothing marks it as English. */
export async function englishOn(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate<readonly string[]>(`(() => {
    const found = []
    const add = (text, element) => {
      const marked = element.closest('[lang]')
      if (text && text.trim() && (!marked || marked.lang === 'es') && !element.closest('script, style, noscript, [translate="no"]'))
        found.push(text.trim())
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) add(walker.currentNode.data, walker.currentNode.parentElement)
    for (const name of ['aria-label', 'alt', 'title', 'placeholder'])
      for (const element of document.querySelectorAll('[' + name + ']')) add(element.getAttribute(name), element)
    found.push(document.title)
    return found
  })()`)
  return texts.filter(
    (text) => !PLAIN.has(text) && (ENGLISH.test(text) || LEAKS.some((pattern) => pattern.test(text))),
  )
}

/** No English left on a page that is to be in Spanish. */
export async function expectSpanish(page: Page): Promise<void> {
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
  expect(await englishOn(page), page.url()).toEqual([])
}

/** Makes every text on the page a third longer, as some language may. Source: ux.md "Spanish". */
export async function lengthenTexts(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const nodes = []
    while (walker.nextNode()) nodes.push(walker.currentNode)
    for (const node of nodes) {
      if (!/\\p{L}/u.test(node.data) || node.parentElement.closest('script, style, option')) continue
      const words = node.data.trim().split(/\\s+/)
      const more = Math.ceil(node.data.trim().length * 0.35)
      let extra = ''
      for (let at = 0; extra.length < more; at += 1) extra += ' ' + words[at % words.length].slice(0, more)
      node.data += extra.slice(0, more + 1)
    }
  })()`)
}
