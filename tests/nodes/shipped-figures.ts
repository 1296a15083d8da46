import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './server-node.ts'

export const RULES = join(PROJECT_ROOT, 'deploy/prometheus/dolphin.rules.yml')
export const SCRAPE_CONFIG = join(PROJECT_ROOT, 'deploy/prometheus/prometheus.yml')
const DASHBOARD = join(PROJECT_ROOT, 'deploy/grafana/dolphin.json')

/** A panel of the dashboard, as far as the tests read it. */
export interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number }
  readonly datasource?: { readonly type: string; readonly uid: string }
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[]
}

export interface Dashboard {
  readonly uid: string
  readonly title: string
  readonly schemaVersion: number
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] }
}

export const readDashboard = (): Dashboard => JSON.parse(readFileSync(DASHBOARD, 'utf8')) as Dashboard
export const readRules = (): string => readFileSync(RULES, 'utf8')

/** Figures of ours, of the process and of Node; `up` is Prometheus' own. */
const NAMES = /\b(?:dolphin|process|nodejs)_[a-z0-9_]+/g

/** Every figure that dashboard and alerts ask for. */
export function figuresAskedFor(): ReadonlySet<string> {
  const expressions = readDashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  return new Set([...expressions, readRules()].flatMap((text) => text.match(NAMES) ?? []))
}

/** Every figure of a scrape, with the parts of histograms. */
export function figuresOf(scrape: string): ReadonlySet<string> {
  const names = [...scrape.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
  return new Set(names)
}

/** What an expression of the rules or of the dashboard asks for. */
export interface AskedFor {
  readonly metrics: readonly { readonly name: string; readonly matched: readonly string[] }[]
  /** Labels by which it groups or joins. */
  readonly grouped: readonly string[]
}

const SELECTOR = /\b((?:dolphin|process|nodejs)_[a-z0-9_]+|up)\b(?:\{([^}]*)\})?/g
const GROUPING = /\b(?:by|on) \(([^)]*)\)/g
const MATCHER = /(\w+)\s*(?:=~|!~|!=|=)/g
/** On its own line, or on the lines below it. */
const RULE_EXPRESSION = /expr: (?:>-\n((?: {10,}\S.*\n)+)|(.+))/g

export function askedFor(): readonly AskedFor[] {
  const ofRules = [...readRules().matchAll(RULE_EXPRESSION)].map(([, block, line]) => block ?? line ?? '')
  const ofPanels = readDashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  return [...ofRules, ...ofPanels].map((expression) => ({
    grouped: [...expression.matchAll(GROUPING)].flatMap(([, names = '']) => names.split(/,\s*/)),
    metrics: [...expression.matchAll(SELECTOR)].map(([, name = '', matchers = '']) => ({
      name,
      matched: [...matchers.matchAll(MATCHER)].map(([, label = '']) => label),
    })),
  }))
}
