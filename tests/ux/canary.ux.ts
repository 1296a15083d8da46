import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, test } from '@playwright/test'
import { createLeakScanner } from '../../tools/assurance/canary/leak-scanner.ts'
import { needlesOf } from '../../tools/assurance/canary/needles.ts'
import { canaryPerson } from '../../tools/assurance/canary/people.ts'
import { type Borrower, newBorrower, type Screenful } from '../journeys/borrower.ts'
import { createAccount } from '../journeys/pages/account.ts'
import { beginApplication, fillApplication } from '../journeys/pages/application.ts'
import { fillIn } from '../journeys/pages/form.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'

/** The one that types every section. */
const [, portfolio] = PORTFOLIOS
const person = canaryPerson(118)
const { ssn, account, birthDate, phone, mail, street } = person.values
const [year, month, day] = birthDate.split('-')
const VALUES: Readonly<Record<string, string>> = {
  'Birth Date': `${month}/${day}/${year}`,
  'Social Security Number': ssn,
  'Street Address': street,
  'Cell Phone': phone,
  Email: mail,
  'Account Number': account,
}

const marked = (screens: readonly Screenful[]): Screenful[] =>
  screens.map((answers) => answers.map((one) => ({ ...one, value: VALUES[one.label] ?? one.value })))

function markedBorrower(): Borrower {
  const borrower = newBorrower(portfolio)
  const { personal, employment, bank, question } = borrower.sections
  const sections = { personal: marked(personal), employment, bank: marked(bank), question }
  return { ...borrower, email: mail, sections }
}

const scanner = createLeakScanner(needlesOf([person]))

/** Which kinds of the person's values stand in some bytes, in whatever form. */
const kindsIn = (bytes: Uint8Array): string[] => [
  ...new Set(scanner.scan(bytes).map(({ needle }) => needle.kind)),
]

/**
 * Where the browser remembers what its owner typed, to fill in the next form: WCAG 1.3.5 has us name the purpose of
 * fields about oneself. Never a Social Security number or account number; those fields forbid it.
 */
const FORM_MEMORY = /\/Web Data(?:-journal)?$/
const REMEMBERED: readonly string[] = ['birthDate', 'phone', 'mail', 'street']

const mayKeep = (file: string, kind: string): boolean => FORM_MEMORY.test(file) && REMEMBERED.includes(kind)

/** Files of the browser's own folder that hold anything of the person. */
function filesWithSecrets(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) =>
      kindsIn(readFileSync(file))
        .filter((kind) => !mayKeep(file, kind))
        .map((kind) => `${kind} in ${file.slice(folder.length)}`),
    )
}

interface Har {
  readonly log: { readonly entries: readonly HarEntry[] }
}

interface HarEntry {
  readonly request: { readonly url: string; readonly postData?: { readonly text: string } }
  readonly response: { readonly content: { readonly text?: string; readonly encoding?: string } }
}

const secretsAnswered = (entries: readonly HarEntry[]): string[] =>
  entries.flatMap(({ request, response: { content } }) => {
    const bytes = Buffer.from(content.text ?? '', content.encoding === 'base64' ? 'base64' : 'utf8')
    return kindsIn(bytes)
      .filter((kind) => ['ssn', 'account'].includes(kind))
      .map((kind) => `${kind} in the answer of ${request.url}`)
  })

test('a browser in which somebody applied keeps nothing of them but its owner’s form memory, and is never sent a number back (design/security.md T19)', async () => {
  const product = await Product.start()
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-browser-'))
  const har = join(folder, 'log.har')
  const profile = join(folder, 'profile')
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
      recordHar: { path: har, content: 'embed' },
    })
    const page = await context.newPage()
    const borrower = markedBorrower()
    await createAccount({ product, portfolio, page, borrower })
    await beginApplication(page)
    // Half a screen that is left unsaved, for drafts are kept as well; then everything.
    await fillIn(page, borrower.sections.personal[0] ?? [])
    await page.reload()
    await fillApplication(page, borrower)
    await page.goBack()
    await page.reload()
    await context.close()
    const { entries } = (JSON.parse(readFileSync(har, 'utf8')) as Har).log
    const sent = entries.map(({ request }) => request.postData?.text ?? '').join('\n')
    expect(kindsIn(Buffer.from(sent)).toSorted(), 'the search sees what was typed').toEqual([
      'account',
      'birthDate',
      'mail',
      'phone',
      'ssn',
      'street',
    ])
    expect(secretsAnswered(entries)).toEqual([])
    expect(entries.flatMap(({ request }) => kindsIn(Buffer.from(request.url)))).toEqual([])
    expect(filesWithSecrets(profile)).toEqual([])
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
