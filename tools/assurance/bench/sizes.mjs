import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT, say, SetupError } from '../../../scripts/setup/step.mjs'

const DIST = join(PROJECT_ROOT, 'apps/web/dist')
/** The lender's desk. Its limit: docs/design/console.md, "Goals". */
const DESK = { dist: join(PROJECT_ROOT, 'apps/console/dist'), budget: 140 }
const ASSETS = join(DIST, 'assets')
const KIB = 1024

/** First load of JavaScript in KiB of brotli, by page. */
const BUDGETS = {
  'identity/sign-in': 80,
  'identity/send-set-link': 80,
  'identity/send-reset-link': 80,
  'identity/create-account': 80,
  'identity/reset-password': 80,
  'applications/application': 120,
  'home/home': 120,
  'agreements/signature': 155,
  'servicing/loan-details': 155,
}

const STATIC_IMPORT = /\b(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g
const LATER_IMPORT = /\bimport\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g
/** The router's table of pages, as the build writes it. */
const PAGE_CHUNK = /features\/([\w-]+\/[\w-]+)-page\.tsx["'`]\s*:[^,]*?\bimport\(\s*["'`]\.\/([\w.-]+\.js)/g
const LOADED_BY_HTML = /(?:src|href)="\/assets\/([\w.-]+\.js)"/g

const namesIn = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name)
const textOf = (name) => readFileSync(join(ASSETS, name), 'utf8')

/** The chunks and all that comes with them before they can run. */
function closure(names, found = new Set()) {
  for (const name of names) {
    if (found.has(name)) continue
    found.add(name)
    closure(namesIn(textOf(name), STATIC_IMPORT), found)
  }
  return found
}

/** What the page's own chunks may ask for once it stands, beyond what it came with. */
function later(first, frame) {
  const own = [...first].filter((name) => !frame.has(name))
  const found = closure(own.flatMap((name) => namesIn(textOf(name), LATER_IMPORT)))
  return new Set([...found].filter((name) => !first.has(name)))
}

const kibOf = (names) =>
  [...names].reduce((sum, name) => sum + statSync(join(ASSETS, `${name}.br`)).size, 0) / KIB

/** Each page with the chunk that holds it, by the table in the frame; every language has a frame of its own. */
function pageChunks(frame) {
  const pages = [...frame].flatMap((name) => [...textOf(name).matchAll(PAGE_CHUNK)])
  if (pages.length === 0)
    throw new SetupError('The table of pages is not where it was: mend tools/assurance/bench/sizes.mjs.')
  return pages.map(([, page, chunk]) => ({ page, chunk })).toSorted((a, b) => (a.page < b.page ? -1 : 1))
}

/** The page of each language, as the build leaves it. */
const LANGUAGES = { English: 'index.html', Spanish: 'index.es.html' }

/** What every page of a language needs, and what each of them needs first and later. */
function sizesOf(language) {
  if (!existsSync(ASSETS)) throw new SetupError('There are no built pages: run npm run build first.')
  const html = readFileSync(join(DIST, LANGUAGES[language]), 'utf8')
  const frame = closure(namesIn(html, LOADED_BY_HTML))
  const pages = pageChunks(frame).map(({ page, chunk }) => {
    const first = closure([chunk], new Set(frame))
    const after = kibOf(later(first, frame))
    return { page, kib: kibOf(first), chunks: first.size, later: after, budget: BUDGETS[page] }
  })
  return { frame, pages }
}

function verdictOn({ kib, budget }) {
  if (budget === undefined) return ''
  return kib <= budget ? '  met' : '  NOT met'
}

function reportLanguage(language) {
  const { frame, pages } = sizesOf(language)
  say(
    `${language}: JavaScript in KiB (brotli); every page begins with a frame of ${kibOf(frame).toFixed(1)}:`,
  )
  for (const name of frame) say(`  ${kibOf([name]).toFixed(1).padStart(6)}  ${name}`)
  say(`\n${'page'.padEnd(28)} first load  chunks  budget   later`)
  for (const each of pages) {
    const figures = [
      each.kib.toFixed(1).padStart(11),
      String(each.chunks).padStart(8),
      String(each.budget ?? '').padStart(8),
      each.later.toFixed(1).padStart(8),
    ]
    say(each.page.padEnd(28) + figures.join('') + verdictOn(each))
  }
}

/** Files of the desk's JavaScript that its page loads itself, and those that come when their page is opened. */
function deskFiles() {
  const folder = join(DESK.dist, 'assets/desk')
  if (!existsSync(folder)) throw new SetupError('The desk is not built: run npm run build first.')
  const html = readFileSync(join(DESK.dist, 'index.html'), 'utf8')
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.js.br'))
    .map((name) => ({
      kib: statSync(join(folder, name)).size / KIB,
      isFirst: html.includes(name.replace('.br', '')),
    }))
  return { first: files.filter(({ isFirst }) => isFirst), later: files.filter(({ isFirst }) => !isFirst) }
}

/** JavaScript of the desk's heaviest first screen, in KiB of brotli: its own, and that of a page that comes by itself. */
function deskKib() {
  const { first, later } = deskFiles()
  return first.reduce((sum, { kib }) => sum + kib, 0) + Math.max(0, ...later.map(({ kib }) => kib))
}

function reportDesk() {
  const kib = deskKib()
  say(
    `Desk, its heaviest first screen: ${kib.toFixed(1)} KiB of ${DESK.budget}${verdictOn({ kib, budget: DESK.budget })}`,
  )
}

/** Prints, by language, the brotli JavaScript of every page's first load, and of what it may load afterward. */
export function reportSizes() {
  reportLanguage('English')
  say('')
  reportLanguage('Spanish')
  say('')
  reportDesk()
}

/** Refuses a build of which a page is heavier than its budget, in either language. Source: issue 5, "Speed". */
export function checkSizes() {
  const tooHeavy = Object.keys(LANGUAGES).flatMap((language) =>
    sizesOf(language)
      .pages.filter(({ kib, budget }) => budget !== undefined && kib > budget)
      .map(({ page, kib, budget }) => `${page} (${language}): ${kib.toFixed(1)} KiB of ${budget}`),
  )
  if (deskKib() > DESK.budget) tooHeavy.push(`the desk: ${deskKib().toFixed(1)} KiB of ${DESK.budget}`)
  if (tooHeavy.length > 0) throw new SetupError(`Pages over their size budget: ${tooHeavy.join('; ')}`)
}
