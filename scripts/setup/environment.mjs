import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT, SetupError } from './step.mjs'

const LINE = /^(?:export\s+)?([A-Z][A-Z0-9_]*)=(.*)$/

/**
 * Takes settings from `.env` in the project's folder; what the environment already says goes first. Node's own
 * `process.loadEnvFile` passes over a line that is no setting without a word, and cuts a value without quotes at its
 * first "#", which a password in a URL may contain.
 */
export function loadEnvironmentFile() {
  const path = join(PROJECT_ROOT, '.env')
  if (!existsSync(path)) return
  readFileSync(path, 'utf8')
    .split('\n')
    .forEach((line, index) => {
      const text = line.trim()
      if (text === '' || text.startsWith('#')) return
      const match = LINE.exec(text)
      if (!match) throw new SetupError(`.env line ${index + 1} is not NAME=value: ${text.split('=')[0]}`)
      const [, name, value] = match
      process.env[name] ??= value.replace(/^(["'])(.*)\1$/, '$2')
    })
}

/** The newcomer's commands run a server in development; a setting, or a machine that says production, goes first. */
export function beDevelopment() {
  process.env.DOLPHIN_MODE ||= process.env.NODE_ENV === 'production' ? 'production' : 'development'
}
