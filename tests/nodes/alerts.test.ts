import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ALERT_CASES, ruleTests } from './alert-cases.ts'
import { CAUSED_AT_WORK, CAUSED_BY_LOANS } from './alert-causes.ts'
import { PROJECT_ROOT } from './server-node.ts'
import { type Panel, readDashboard, readRules, RULES, SCRAPE_CONFIG } from './shipped-figures.ts'

/** Prometheus' own checker; throws with what it found. */
async function promtool(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.env['PROMTOOL'] ?? 'promtool', args)
  return stdout
}

const RUNBOOK = 'docs/runbook.md'
const alertNames = (): readonly string[] =>
  [...readRules().matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

/** A file for promtool that lasts as long as the work. */
async function withFile<Result>(text: string, work: (file: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-rules-'))
  const file = join(folder, 'rules.json')
  writeFileSync(file, text)
  try {
    return await work(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('the alert rules load as they are: promtool reads them and the scrape configuration', async () => {
  expect(await promtool('check', 'rules', RULES)).toContain(`${alertNames().length} rules found`)
  expect(await promtool('check', 'config', SCRAPE_CONFIG)).toContain('SUCCESS')
})

test('every alert has a case in which it fires and is over, and promtool finds it so', async () => {
  expect(new Set(ALERT_CASES.map(({ alert }) => alert))).toEqual(new Set(alertNames()))
  for (const { alert, quietAt = 0, firesAt, overAt } of ALERT_CASES)
    expect([quietAt < firesAt, firesAt < overAt], alert).toEqual([true, true])
  const output = await withFile(ruleTests(RULES, RUNBOOK), (file) => promtool('test', 'rules', file))
  expect(output).toContain('SUCCESS')
})

test('every alert is caused at a real server in one of the tests of the scrape', () => {
  const caused = Object.keys({ ...CAUSED_AT_WORK, ...CAUSED_BY_LOANS })
  expect(caused.toSorted()).toEqual(alertNames().toSorted())
})

test('every alert has its section in docs/runbook.md and links to it', () => {
  const text = readFileSync(join(PROJECT_ROOT, RUNBOOK), 'utf8')
  const sections = [...text.matchAll(/^### (Dolphin\w+)$/gm)].map(([, name = '']) => name)
  expect(sections.toSorted()).toEqual([...alertNames()].toSorted())
  for (const name of sections) expect(readRules()).toContain(`${RUNBOOK}#${name.toLowerCase()}\n`)
})

const overlap = (a: Panel['gridPos'], b: Panel['gridPos']): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

test('the dashboard has what Grafana needs to load it: ids, places, a data source to choose', () => {
  const { uid, title, schemaVersion, panels, templating } = readDashboard()
  expect([uid, title, schemaVersion]).toEqual(['dolphin', 'Dolphin', 39])
  expect(templating.list.map(({ name, type }) => [name, type])).toEqual([
    ['datasource', 'datasource'],
    ['instance', 'query'],
  ])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { type, title: name, gridPos, datasource, targets = [] } of panels) {
    expect(gridPos.x + gridPos.w, name).toBeLessThanOrEqual(24)
    if (type === 'row') continue
    expect(datasource, name).toEqual({ type: 'prometheus', uid: '${datasource}' })
    expect(targets.length, name).toBeGreaterThan(0)
    expect(new Set(targets.map(({ refId }) => refId)).size, name).toBe(targets.length)
  }
  const clashes = panels.flatMap((a, index) =>
    panels.slice(index + 1).filter((b) => overlap(a.gridPos, b.gridPos)),
  )
  expect(clashes.map(({ title: name }) => name)).toEqual([])
})

test('every expression of the dashboard is PromQL (promtool reads them as rules)', async () => {
  const expressions = readDashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const rules = expressions.map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
  }))
  const panels = JSON.stringify({ groups: [{ name: 'panels', rules }] })
  const output = await withFile(panels, (file) => promtool('check', 'rules', file))
  expect(output).toContain(`${rules.length} rules found`)
})
