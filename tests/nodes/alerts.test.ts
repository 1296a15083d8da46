import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './server-node.ts'
import { type Panel, readDashboard, readRules, RULES, SCRAPE_CONFIG } from './shipped-figures.ts'

/** Prometheus' own checker; throws with what it found. */
async function promtool(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.env['PROMTOOL'] ?? 'promtool', args)
  return stdout
}

test('the alert rules load as they are: promtool reads them and the scrape configuration', async () => {
  expect(await promtool('check', 'rules', RULES)).toContain('23 rules found')
  expect(await promtool('check', 'config', SCRAPE_CONFIG)).toContain('SUCCESS')
})

test('alerts fire when they should and keep quiet when they should (promtool test rules)', async () => {
  const file = join(PROJECT_ROOT, 'tests/nodes/alerts.rules-test.yml')
  expect(await promtool('test', 'rules', file)).toContain('SUCCESS')
})

test('every alert has its entry in docs/guides/observability.md, and every entry its alert', () => {
  const alerts = [...readRules().matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const page = readFileSync(join(PROJECT_ROOT, 'docs/guides/observability.md'), 'utf8')
  const entries = [...page.matchAll(/^#### (Dolphin\w+)$/gm)].map(([, name = '']) => name)
  expect(new Set(entries)).toEqual(new Set(alerts))
  expect(entries.length).toBe(alerts.length)
  for (const name of alerts)
    expect(readRules()).toContain(`docs/guides/observability.md#${name.toLowerCase()}`)
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
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-rules-'))
  const expressions = readDashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const rules = expressions.map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
  }))
  const file = join(folder, 'panels.json')
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
  try {
    expect(await promtool('check', 'rules', file)).toContain(`${rules.length} rules found`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
