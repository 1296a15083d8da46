import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const require = createRequire(import.meta.url)
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const SNIFFER = readFileSync(require.resolve('html_codesniffer/build/HTMLCS.js'), 'utf8')

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What HTML_CodeSniffer calls an error and is none; each with its reason, reviewed by a person. Its rules know HTML
 * and CSS as they were in 2018.
 */
const NO_ERRORS: readonly { readonly code: RegExp; readonly html: RegExp; readonly reason: string }[] = [
  {
    code: /1_3_5/,
    html: /<input [^>]*inputmode="email" autocomplete="username"/,
    reason: 'the account is an email, and HTML lets a user name be asked for by a field of type email',
  },
]

/** It falls over what its own translation has no words for; the code says as much. */
const WORDED = `{
  const words = HTMLCS.getTranslation.bind(HTMLCS)
  HTMLCS.getTranslation = (id) => words(id) ?? id
}`

/** What axe finds against WCAG 2.2 A and AA and its best practices. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE)
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, { runOnly: ${JSON.stringify(AXE_TAGS)}, resultTypes: ['violations'] })
      .then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 4).map(({ html, target }) => `axe ${id}: ${target.join(' ')} ${html.slice(0, 140)}`),
  )
}

interface Message {
  readonly code: string
  readonly text: string
  readonly html: string
}

/** What HTML_CodeSniffer calls an error under WCAG2AA, but for the reviewed exceptions. */
export async function snifferFindings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(`'HTMLCS' in window`))) await page.evaluate(`${SNIFFER};${WORDED}`)
  const messages = await page.evaluate<readonly Message[]>(`new Promise((done) =>
    HTMLCS.process('WCAG2AA', document, () => done(HTMLCS.getMessages().filter(({ type }) => type === HTMLCS.ERROR)
      .map(({ code, msg, element }) => ({ code, text: msg, html: element.outerHTML?.slice(0, 140) ?? '' })))))`)
  return messages
    .filter(
      ({ code, html }) =>
        !NO_ERRORS.some((exception) => exception.code.test(code) && exception.html.test(html)),
    )
    .map(({ code, text, html }) => `HTMLCS ${code}: ${text.slice(0, 120)} ${html}`)
}
