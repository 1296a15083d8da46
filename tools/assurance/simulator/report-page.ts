import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { escapeHtml } from '@dolphin/domain/notices/render-notice'
import type { SimulationOutcome } from './simulation.ts'
import type { NamedCount, SimulationReport } from './simulation-report.ts'
import { sameDaysAgain } from './simulation-table.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --paper: #fff; --soft: #5a6675; --line: #dde3ea; --bar: #2f6f9f;
  --other: #c8742b; --good: #1f7a4d; --bad: #b3261e; --card: #f6f8fa }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf3; --paper: #14181d; --soft: #9aa7b5; --line: #303a45;
  --bar: #6bb0e0; --other: #e6a067; --good: #63c493; --bad: #ff8a80; --card: #1c2229 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 68rem; padding: 1.25rem 1rem 3rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem } h2 { font-size: 1.1rem; margin: 0 0 .75rem }
p { margin: 0 0 .75rem } .soft { color: var(--soft) }
.verdict { display: inline-block; padding: .25rem .75rem; border-radius: 1rem; color: var(--paper);
  background: var(--good); font-weight: 600 } .broken { background: var(--bad) }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)) }
section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; min-width: 0 }
.wide { grid-column: 1 / -1 }
table { width: 100%; border-collapse: collapse } td, th { padding: .25rem .5rem .25rem 0; text-align: left;
  border-bottom: 1px solid var(--line); vertical-align: top; font-weight: 400 }
thead th { color: var(--soft) } .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.bar { width: 34% } .bar svg { height: .625rem; margin-top: .45rem } .key { height: .625rem; margin-right: .375rem } svg { display: block; width: 100%; height: auto } svg.key { display: inline-block; width: .625rem }
code { font-size: .875rem; overflow-wrap: anywhere } .few { color: var(--bad); font-weight: 600 }
.month { white-space: nowrap }
.out { fill: var(--other) } .in, .share { fill: var(--bar) } svg text { fill: var(--soft); font: 11px system-ui, sans-serif }
@media (max-width: 40rem) { .bar { width: 22% } svg text { display: none } }
`

const section = (title: string, body: string, kind = ''): string =>
  `<section${kind === '' ? '' : ` class="${kind}"`}><h2>${escapeHtml(title)}</h2>${body}</section>`

/** A bar as wide as the share of the most; its figure stands beside it as text. */
function bar(value: number, most: number): string {
  const width = most === 0 ? 0 : Math.round((value / most) * 1_000) / 10
  return `<td class="bar"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="share" width="${width}" height="10" rx="1"/></svg></td>`
}

function countTable(rows: readonly (NamedCount & { readonly note?: string })[]): string {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  const lines = rows.map(
    ({ name, count, note = '' }) =>
      `<tr><th scope="row">${escapeHtml(name)}</th>${bar(count, most)}<td class="number">${count}${note}</td></tr>`,
  )
  return `<table><tbody>${lines.join('')}</tbody></table>`
}

const LEFT = 8
const HEIGHT = 160
const BASE = 130
const WIDTH = 640

/** Which color is which, beside the words in the table's head. */
const KEYS = {
  out: '<svg class="key" viewBox="0 0 1 1" aria-hidden="true"><rect class="out" width="1" height="1"/></svg>',
  in: '<svg class="key" viewBox="0 0 1 1" aria-hidden="true"><rect class="in" width="1" height="1"/></svg>',
}

/** Money out and in, month by month. */
function monthChart({ months }: SimulationReport): string {
  const most = Math.max(1, ...months.flatMap((month) => [Number(month.out), Number(month.in)]))
  const step = (WIDTH - LEFT) / Math.max(1, months.length)
  const column = (value: bigint, x: number, kind: string): string => {
    const height = (Number(value) / most) * (BASE - 10)
    return `<rect class="${kind}" x="${x.toFixed(1)}" y="${(BASE - height).toFixed(1)}" width="${(step * 0.36).toFixed(1)}" height="${height.toFixed(1)}"/>`
  }
  const columns = months.map((month, index) => {
    const x = LEFT + index * step
    const label = `<text x="${x.toFixed(1)}" y="${BASE + 16}">${month.name.slice(2)}</text>`
    return column(month.out, x, 'out') + column(month.in, x + step * 0.38, 'in') + label
  })
  const rows = months.map(
    (month) =>
      `<tr><th scope="row" class="month">${month.name}</th><td class="number">${formatCurrency(month.out)}</td><td class="number">${formatCurrency(month.in)}</td></tr>`,
  )
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Money paid out and taken in, by month; the table below has the figures">${columns.join('')}</svg>
<table><thead><tr><th scope="col">Month</th><th scope="col" class="number">${KEYS.out}Paid out</th><th scope="col" class="number">${KEYS.in}Taken in</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function faultTable({ faults, kills }: SimulationOutcome): string {
  const line = (name: string, injected: number, survived: number): string =>
    `<tr><th scope="row">${escapeHtml(name)}</th><td class="number">${injected}</td><td class="number">${survived}</td></tr>`
  const rows = [
    ...faults.map(({ kind, injected, survived }) => line(kind, injected, survived)),
    ...[...kills].map(([mark, count]) => line(`killed: ${mark}`, count, count)),
  ]
  return `<table><thead><tr><th scope="col">Fault</th><th scope="col" class="number">Injected</th><th scope="col" class="number">Survived</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function verdict({ broken, daysLived }: SimulationOutcome): string {
  if (broken === undefined)
    return `<p><span class="verdict">All invariants held on ${daysLived} days</span></p>`
  const lines = broken.violations.map(
    ({ rule, loanNo, words }) => `<li>${escapeHtml(`${rule}, ${loanNo ?? 'book'}: ${words}`)}</li>`,
  )
  return `<p><span class="verdict broken">Broken on ${formatLocalDate(broken.day)}</span></p><ul>${lines.join('')}</ul>`
}

/** The closing report as one file: no script, no font, nothing from elsewhere. */
export function reportPage(report: SimulationReport, outcome: SimulationOutcome): string {
  const { loans, days, seed, from } = outcome.plan
  const percent = (count: number, outOf: number): string =>
    outOf === 0 ? '' : ` <span class="soft">${((count / outOf) * 100).toFixed(1)} %</span>`
  const cash = report.cash.map(
    ({ name, amount }) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td class="number">${formatCurrency(amount)}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simulated lender: ${loans} loans, ${days} days, seed ${seed}</title><style>${STYLE}</style></head>
<body><main><h1>A simulated lender</h1>
<p class="soft">${loans} borrowers, ${days} days from ${formatLocalDate(from)}, seed ${seed}. Everybody in it is generated.</p>
${verdict(outcome)}
<p class="soft">The same days again: <code>${escapeHtml(sameDaysAgain(outcome))}</code></p>
<div class="cards">
${section('Funnel', countTable(report.funnel.map(({ name, count, outOf }) => ({ name, count, note: percent(count, outOf) }))))}
${section('Portfolio by status', countTable(report.portfolio))}
${section('Money by month', monthChart(report), 'wide')}
${section('Cash', `<table><tbody>${cash.join('')}</tbody></table>`)}
${section('What banks sent back', countTable(report.returns))}
${outcome.plan.faults ? section('Faults', faultTable(outcome), 'wide') : ''}
</div></main></body></html>
`
}
