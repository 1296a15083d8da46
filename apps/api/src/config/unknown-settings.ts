import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, SECRET_SETTINGS, secretFileOf } from './secret-files.ts'
import { SETTING_NAMES } from './settings.ts'

/** Read by other programs of ours and by libraries; each is in .env.example or in its library's manual. */
const OF_OTHERS = [
  'OPS_URL',
  'OPS_REASON',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SHARED_CREDENTIALS_FILE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'TZ',
]
const KNOWN: readonly string[] = [...SETTING_NAMES, ...SECRET_SETTINGS.map(secretFileOf), ...OF_OTHERS]

/** A slip of the fingers: two letters that changed places, one too many, one that is missing. */
const MOST_SLIPS = 2
/** Short names of other programs, such as PATH, are two letters away from ours by chance. */
const SHORTEST_LIKENESS = 6

export interface UnknownSetting {
  readonly name: string
  /** The known name that it resembles most, if it resembles one. */
  readonly nearest: string | undefined
}

/**
 * Settings that no program reads: of the environment, which holds other programs' as well, those that resemble one of ours;
 * of the file `.env` in `workDir`, which is ours alone, all.
 */
export function unknownSettings(env: Environment, workDir: string): readonly UnknownSetting[] {
  const ofFile = new Set(namesInFile(join(workDir, '.env')))
  const names = new Set([...Object.keys(env), ...ofFile])
  return [...names]
    .filter((name) => !KNOWN.includes(name))
    .map((name) => ({ name, nearest: nearestTo(name) }))
    .filter(({ name, nearest }) => nearest !== undefined || ofFile.has(name))
}

/** What the log and the doctor say of one. */
export const unknownSettingText = ({ name, nearest }: UnknownSetting): string =>
  nearest === undefined ? `${name} is no setting` : `${name} is no setting; is it meant to be ${nearest}?`

const namesInFile = (path: string): readonly string[] =>
  existsSync(path)
    ? [...readFileSync(path, 'utf8').matchAll(/^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)=/gm)].map(
        ([, name = '']) => name,
      )
    : []

function nearestTo(name: string): string | undefined {
  if (name.length < SHORTEST_LIKENESS) return undefined
  const [nearest] = KNOWN.map((known) => ({ known, slips: distance(name, known) }))
    .filter(({ known, slips }) => known.length >= SHORTEST_LIKENESS && slips <= MOST_SLIPS)
    .toSorted((left, right) => left.slips - right.slips)
  return nearest?.known
}

/** Letters to change, add or leave out between two names (Levenshtein's distance). */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let line = 1; line <= left.length; line += 1) {
    const next = [line]
    for (let column = 1; column <= right.length; column += 1) {
      const changed = (row[column - 1] ?? 0) + (left[line - 1] === right[column - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
