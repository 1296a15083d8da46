import { ConfigError } from '../config/config.ts'
import { readServerConfig } from '../security/server-config.ts'
import { DATABASE_CHECK } from './database-check.ts'
import type { Check, Examined, Machine } from './examined.ts'
import { type Finding, notAsked, reasonOf, wrong } from './finding.ts'
import { lookAtMachine, MACHINE_CHECKS } from './machine-checks.ts'
import { OUTSIDE_CHECKS } from './outside-checks.ts'
import { PRODUCT_CHECKS } from './product-checks.ts'

/** Longer than any of the parts' own limits together. */
const CHECK_LIMIT_MS = 60_000
const CHECKS = [...MACHINE_CHECKS, DATABASE_CHECK, ...OUTSIDE_CHECKS, ...PRODUCT_CHECKS]

/**
 * Reads the settings and asks every outside part. Nothing is changed but two probe files, which are removed, and the
 * object that a server writes at its start.
 */
export async function examine(machine: Machine): Promise<readonly Finding[]> {
  const ofMachine = lookAtMachine(machine)
  try {
    const examined = { ...machine, config: readServerConfig(machine.env, machine.workDir) }
    const found = await Promise.all(CHECKS.map((check) => inTime(check, examined)))
    return [...ofMachine, ...found.flat()]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const rest = notAsked('all other parts', 'the settings have to be right first')
    return [...ofMachine, wrong('settings', error.message, 'Correct them and run the doctor again.'), rest]
  }
}

async function inTime({ part, look }: Check, examined: Examined): Promise<readonly Finding[]> {
  let limit: NodeJS.Timeout | undefined
  const late = new Promise<readonly Finding[]>((done) => {
    limit = setTimeout(
      () => done([notAsked(part, `no answer within ${CHECK_LIMIT_MS / 1_000} s`)]),
      CHECK_LIMIT_MS,
    )
  })
  try {
    return await Promise.race([look(examined), late])
  } catch (error) {
    return [notAsked(part, reasonOf(error))]
  } finally {
    clearTimeout(limit)
  }
}
