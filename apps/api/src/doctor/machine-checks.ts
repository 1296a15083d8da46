import { randomUUID } from 'node:crypto'
import { mkdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSpaceOfDisk } from '../disk-space/disk-watch.ts'
import { unknownSettings, unknownSettingText } from '../config/unknown-settings.ts'
import type { Check, Examined, Machine } from './examined.ts'
import { type Finding, reasonOf, right, wrong } from './finding.ts'

const OLDEST_NODE = 24
/** 2026-07-01 at noon UTC is 8 in the morning in New York. */
const KNOWN_INSTANT = new Date('2026-07-01T12:00:00Z')
const KNOWN_HOUR = '08'
/** Bits of a folder's mode that let other users of the machine in. */
const OTHERS = 0o007

/** What can be said of the machine even where the settings are wrong. */
export function lookAtMachine({ nodeVersion }: Machine): readonly Finding[] {
  return [nodeFinding(nodeVersion), timeZoneFinding()]
}

function nodeFinding(version: string): Finding {
  return Number.parseInt(version, 10) >= OLDEST_NODE
    ? right('Node.js', version)
    : wrong(
        'Node.js',
        `${version} is too old`,
        `Install Node.js ${OLDEST_NODE} and start the server with it.`,
      )
}

function timeZoneFinding(): Finding {
  const hour = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hour: '2-digit',
    hourCycle: 'h23',
  }).format(KNOWN_INSTANT)
  return hour === KNOWN_HOUR
    ? right('time zone', 'America/New_York is known; the machine’s own zone does not matter')
    : wrong('time zone', 'America/New_York is not known', 'Use a Node.js with full ICU data.')
}

async function lookAtDisk({ config }: Examined): Promise<readonly Finding[]> {
  const folders = [config.dataDir, ...config.disk.alsoWatched]
  return await Promise.all(
    folders.map(async (folder) => {
      const used = await readSpaceOfDisk(folder)
      const text = `${folder}: ${Math.round(used * 100)} % used, full at ${Math.round(config.disk.fullAt * 100)} %`
      return used < config.disk.fullAt
        ? right('disk', text)
        : wrong('disk', text, 'Make room: from there on nothing new is taken (DISK_FULL_PERCENT).')
    }),
  )
}

function lookAtDataFolder({ config: { dataDir } }: Examined): Promise<readonly Finding[]> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const probe = join(dataDir, `.probe-${randomUUID()}`)
    writeFileSync(probe, 'probe\n', { mode: 0o600 })
    unlinkSync(probe)
  } catch (error) {
    const mend = `Give the server’s user the folder: chown dolphin ${dataDir} (DATA_DIR).`
    return Promise.resolve([wrong('data folder', reasonOf(error), mend)])
  }
  const isOpen = (statSync(dataDir).mode & OTHERS) !== 0
  return Promise.resolve([
    isOpen
      ? wrong('data folder', `${dataDir} is open to other users`, `chmod 0700 ${dataDir}`)
      : right('data folder', `${dataDir} can be written`),
  ])
}

const lookAtNames = ({ env, workDir }: Examined): Promise<readonly Finding[]> => {
  const unknown = unknownSettings(env, workDir)
  return Promise.resolve(
    unknown.length === 0
      ? [right('settings', 'all are valid and known')]
      : unknown.map((setting) =>
          wrong('settings', unknownSettingText(setting), 'Correct its name, or remove it (.env.example).'),
        ),
  )
}

export const MACHINE_CHECKS: readonly Check[] = [
  { part: 'settings', look: lookAtNames },
  { part: 'data folder', look: lookAtDataFolder },
  { part: 'disk', look: lookAtDisk },
]
