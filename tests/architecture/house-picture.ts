import { importsOf, sourceFiles } from './source-files.ts'

/** Packages by what may import what, the highest first; each line of the picture is one of these rows. */
const ROWS: readonly (readonly [name: string, members: readonly string[]])[] = [
  ['What people use', ['web', 'console', 'ops-cli']],
  ['The server', ['api']],
  ['Outside and storage', ['database', 'integrations']],
  ['Shapes and bytes', ['contract', 'nacha', 'ui']],
  ['Rules', ['domain']],
]
/** What each package is, in the fewest words. */
const TITLES: Readonly<Record<string, string>> = {
  web: 'borrower’s pages',
  console: 'lender’s desk',
  'ops-cli': 'terminal',
  api: 'server: one folder a module',
  database: 'SQL: one driver, two databases',
  integrations: 'bank links, mail, PDF, ACH gateway',
  contract: 'every call',
  nacha: 'ACH files',
  ui: 'components',
  domain: 'loan mathematics, calendars, debit rules, loan life',
}

const OF_TESTS = /\.test\.tsx?$|\/testing\//
/** For tests alone, and so in no picture of the product. */
const TEST_KIT = 'testkit'

/** Which package of ours imports which, as sorted pairs "from to"; files of tests are left out. */
export function packageArrows(): string[] {
  const arrows = sourceFiles()
    .filter(({ path }) => /^(?:apps|packages)\/[\w-]+\/src\//.test(path) && !OF_TESTS.test(path))
    .flatMap(({ path, text }) => {
      const from = path.split('/')[1] ?? ''
      return importsOf(text)
        .map(({ specifier }) => /^@dolphin\/([\w-]+)/.exec(specifier)?.[1])
        .filter((to) => to !== undefined && to !== from && to !== TEST_KIT)
        .map((to) => `${from} ${to}`)
    })
    .filter((arrow) => !arrow.startsWith(`${TEST_KIT} `))
  return [...new Set(arrows)].toSorted()
}

/** The picture of docs/architecture.md, in Mermaid. */
export function housePicture(): string {
  const rows = ROWS.map(([name, members]) => {
    const boxes = members.map((member) => `    ${member}["<b>${member}</b><br>${TITLES[member] ?? ''}"]`)
    return [`  subgraph ${name.replaceAll(' ', '-')}["${name}"]`, ...boxes, '  end'].join('\n')
  })
  const arrows = packageArrows().map((arrow) => `  ${arrow.replace(' ', ' --> ')}`)
  return ['```mermaid', 'flowchart TD', ...rows, ...arrows, '```'].join('\n')
}

/** Every package that the picture has a box for. */
export const DRAWN = ROWS.flatMap(([, members]) => members)
