import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT, say, SetupError } from '../../../scripts/setup/step.mjs'
import { readResults, shown, verdictOf } from './results.mjs'

const PAGE = join(PROJECT_ROOT, 'docs/benchmarks.md')
/** Above this many waiting processes a core, figures are those of a machine with other work. */
const BUSY = 0.5

/** What each measure is about; the order of the page. */
export const MEASURES = {
  journeys: 'Whole journeys, from account creation to signature, by the typed client',
  calls: 'Hot calls at a share of the measured maximum, and against the floor',
  sockets: 'Idle channels',
  tickets: 'From a signature on one node to the ticket on the other',
  start: 'Cold start, until /readyz returns 200',
  memory: 'Memory of one node',
  growth: 'The same call with ten thousand and with a million loans',
  batch: 'A batch of a hundred thousand due debits',
  'batch-million': 'A batch of a million due debits',
  desk: 'The desk over a million customers',
}

const goalOf = ({ goal, unit }) =>
  goal === undefined ? '–' : 'atMost' in goal ? `≤ ${goal.atMost} ${unit}` : `≥ ${goal.atLeast} ${unit}`

/** Parts that take less than this are summed up as the rest. */
const SHOWN_PERCENT = 2

function profileRow({ name, parts }) {
  const large = parts.filter(({ percent }) => percent >= SHOWN_PERCENT)
  const rest = parts.filter(({ percent }) => percent < SHOWN_PERCENT)
  const shares = large.map(({ part, percent }) => `${part} ${Math.round(percent)} %`)
  const sum = rest.reduce((total, { percent }) => total + percent, 0)
  return `| ${name} | ${[...shares, `the rest ${Math.round(sum)} %`].join(', ')} |`
}

/** Where a server's time goes, beside the figures. */
const profileTable = (profiles) =>
  profiles.length === 0
    ? []
    : [
        'Where the main thread spends its time at that rate (V8 samples, without idle time):',
        '',
        '| call | shares |',
        '| --- | --- |',
        ...profiles.map(profileRow),
        '',
      ]

function section(measure, { date, machine, node, load, plan, figures, profiles = [] }) {
  const cores = Number(machine.split(' ')[0])
  const busy =
    load > BUSY * cores ? ` **The machine had other work (load ${load}): do not rely on these figures.**` : ''
  return [
    `## ${MEASURES[measure] ?? measure}`,
    `\`npm run bench -- ${measure}\`, ${date} UTC, Node ${node}, ${machine}, load before ${load}. ${plan}${busy}`,
    '',
    '| figure | measured | goal | |',
    '| --- | --- | --- | --- |',
    ...figures.map(
      (figure) =>
        `| ${figure.name}${figure.note === undefined ? '' : ` (${figure.note})`} | ${shown(figure.value)} ${figure.unit} | ${goalOf(figure)} | ${verdictOf(figure)} |`,
    ),
    '',
    ...profileTable(profiles),
  ].join('\n')
}

const INTRODUCTION = [
  '# Benchmarks',
  '',
  'Written by `npm run bench -- report`, which `npm run bench -- all` ends with. Each section says when and on which machine',
  'it was measured; what a machine has not measured stays. Load and server share the machine. The floor is a bare',
  '`node:http` handler with the same prepared statements, under the same load in the same run.',
  'Background: [hot calls](decisions/hot-reads.md), [cold start](decisions/cold-start.md).',
  '',
].join('\n')
const MISSING = 'Not measured yet: '

const headingOf = (measure) => `## ${MEASURES[measure]}\n`

/** The section of a measure on a page, without what the page says at its end. */
function standingSection(page, measure) {
  const from = page.indexOf(headingOf(measure))
  if (from === -1) return undefined
  const [text] = page.slice(from).split(new RegExp(`\\n(?=## |${MISSING})`))
  return `${text.trimEnd()}\n`
}

/** The page with what `results` has measured; every other section as it stands on the page before. */
export function reportPage(results, before) {
  const sections = Object.keys(MEASURES).map((measure) => [
    measure,
    measure in results ? section(measure, results[measure]) : standingSection(before, measure),
  ])
  const missing = sections.filter(([, text]) => text === undefined).map(([measure]) => measure)
  return [
    INTRODUCTION,
    ...sections.flatMap(([, text]) => text ?? []),
    ...(missing.length === 0 ? [] : [`${MISSING}${missing.join(', ')}.\n`]),
  ].join('\n')
}

/** Writes docs/benchmarks.md anew with what was measured on this machine. */
export function writeReport() {
  const results = readResults()
  const known = Object.keys(MEASURES).filter((measure) => measure in results)
  if (known.length === 0) throw new SetupError('Nothing has been measured here: npm run bench -- all')
  writeFileSync(PAGE, reportPage(results, existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''))
  say(`docs/benchmarks.md: ${known.join(', ')} of this machine, the rest as it stood`)
}
