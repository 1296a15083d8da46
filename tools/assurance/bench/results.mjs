import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { PROJECT_ROOT, say } from '../../../scripts/setup/step.mjs'

const RESULTS = join(PROJECT_ROOT, '.cache/bench/results.json')

/**
 * @typedef {{ atMost: number } | { atLeast: number }} Goal
 * @typedef {{ name: string, value: number, unit: string, goal?: Goal, note?: string }} Figure
 * @typedef {{ name: string, parts: { part: string, percent: number }[] }} Profile
 * @typedef {{ date: string, machine: string, node: string, load: number, plan: string, figures: Figure[], profiles?: Profile[] }} Result
 */

/** What was measured here so far, by measure. @returns {Record<string, Result>} */
export function readResults() {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8'))
  } catch {
    return {}
  }
}

const machine = () => {
  const [cpu] = cpus()
  return `${availableParallelism()} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`
}

/** Whether a goal is reached, or by how much it is not. @param {Figure} figure */
export function verdictOf({ value, goal }) {
  if (goal === undefined) return ''
  const wanted = 'atMost' in goal ? goal.atMost : goal.atLeast
  const reached = 'atMost' in goal ? value <= wanted : value >= wanted
  if (reached) return 'reached'
  const off = Math.abs(value - wanted)
  return `missed by ${shown(off)} (${Math.round((100 * off) / wanted)} %)`
}

/** A number with as many places as say something. */
export const shown = (value) =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1)

/** Prints figures, each with its verdict; answers how many goals were missed. @param {Figure[]} figures */
export function showFigures(figures) {
  for (const figure of figures) {
    const goal = figure.goal === undefined ? '' : `  ${verdictOf(figure)}`
    say(`  ${figure.name.padEnd(64)}${`${shown(figure.value)} ${figure.unit}`.padStart(16)}${goal}`)
  }
  return figures.filter((figure) => verdictOf(figure).startsWith('missed')).length
}

/**
 * Prints what a measure found and keeps it for the report; an earlier result of the same measure gives way. Answers how
 * many goals were missed.
 *
 * @param {string} measure
 * @param {{ plan: string, load: number, figures: Figure[], profiles?: Profile[] }} found `load`: the machine's before
 *   the measure began
 */
export function storeResult(measure, { plan, load, figures, profiles }) {
  const missed = showFigures(figures)
  const result = {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    machine: machine(),
    node: process.versions.node,
    load,
    plan,
    figures,
    profiles,
  }
  mkdirSync(dirname(RESULTS), { recursive: true })
  writeFileSync(RESULTS, `${JSON.stringify({ ...readResults(), [measure]: result }, undefined, 2)}\n`)
  return missed
}

/** The machine's load before a measure begins, to judge its figures by. */
export const loadNow = () => Number((loadavg()[0] ?? 0).toFixed(2))
