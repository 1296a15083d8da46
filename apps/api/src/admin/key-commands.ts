import { randomBytes } from 'node:crypto'
import type { Database } from '@dolphin/database/driver/open'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import { type Command, type CommandResult, oneWord } from '@dolphin/ops-cli/command'
import { OpsFailure } from '@dolphin/ops-cli/ops-failure'
import type { ObjectFolder } from '@dolphin/integrations/objects/object-store'
import { rewrapFolder } from '@dolphin/integrations/objects/sealed-store'
import { textTable } from '@dolphin/ops-cli/text-table'
import { type KeyState, readKeyState, stillNeeded } from '../security/key-state.ts'
import { objectKeysOf } from '../security/object-keys.ts'
import { rotateFields } from '../security/rotate-fields.ts'
import {
  type KeyRing,
  lastingKeysOf,
  openFieldCipher,
  openKeyRing,
  openRecordKeys,
} from '../security/keys.ts'
import { systemRandom, wallClock } from '../wall-clock.ts'
import { boundBy } from '../bound-identity.ts'
import { requireKeysOfDatabase, sealingSince } from '../key-folder-identity.ts'
import { loadPortfolios } from '../modules/portfolios/portfolio-catalog.ts'
import { openKeyFolder, openObjects } from '../open-objects.ts'
import { configOf, openAny } from './server-database.ts'
import type { ServerMachine } from './server-machine.ts'

const KEY_BYTES = 32

/** The three lines of the environment that a change of the master key begins with; nothing is kept of them. */
function newKeys(machine: ServerMachine): CommandResult {
  const config = configOf(machine)
  const ring = openKeyRing(config)
  const hex = (key: Uint8Array): string => Buffer.from(key).toString('hex')
  const lasting = Buffer.from(config.lastingKeys ?? lastingKeysOf(ring.master)).toString('base64')
  const fresh = randomBytes(KEY_BYTES).toString('hex')
  const others = [fresh, ...config.otherMasterKeys.map(hex)].join(',')
  const lines = [`MASTER_KEY=${hex(ring.master)}`, `OTHER_MASTER_KEYS=${others}`, `LASTING_KEYS=${lasting}`]
  const text = [
    'Put these into the secret store of every server and restart them; then let MASTER_KEY and the first of',
    'OTHER_MASTER_KEYS change places and restart them again (docs/guides/keys.md). Nothing was changed or kept.',
    '',
    ...lines,
  ].join('\n')
  return { data: { environment: lines }, text }
}

interface OpenKeys {
  readonly database: Database
  readonly cipher: FieldCipher
  readonly ring: KeyRing
  readonly folder: ObjectFolder
  readonly keyFolder: ObjectFolder
}

async function withKeys<T>(machine: ServerMachine, work: (keys: OpenKeys) => Promise<T>): Promise<T> {
  const config = configOf(machine)
  const ring = openKeyRing(config)
  const folder = await openObjects(config, config.dataDir)
  const keyFolder = await openKeyFolder(config, config.dataDir)
  const database = await openAny(config, machine)
  try {
    const { all } = loadPortfolios(config.portfoliosDir)
    const bound = await requireKeysOfDatabase(keyFolder, database, boundBy(all, wallClock.now()))
    const records = openRecordKeys(ring, keyFolder, sealingSince(bound, wallClock))
    const cipher = openFieldCipher(ring, systemRandom, records)
    database.useRecordKeys(cipher)
    return await work({ database, ring, folder, keyFolder, cipher })
  } finally {
    await database.close()
  }
}

function stateText({ keys, columns, unsealed, filesUnsent }: KeyState): string {
  const uses = keys.map(({ keyId, role, fields, passwords, objects }) => [
    keyId,
    role,
    String(fields),
    String(passwords),
    String(objects),
  ])
  const newest = keys[0]?.keyId
  const older = columns
    .filter(({ keyId }) => keyId !== newest)
    .map(({ table, column, keyId, values }) => [`${table}.${column}`, keyId, String(values)])
  return [
    textTable(['Key', 'Role', 'Fields', 'Passwords', 'Objects'], uses),
    ...(older.length === 0 ? [] : ['', textTable(['Not yet under the newest', 'Key', 'Values'], older)]),
    ...(unsealed === 0 ? [] : ['', `${unsealed} objects of a release before are not sealed yet.`]),
    ...(filesUnsent ? ['', 'An ACH file is generated and not transmitted yet.'] : []),
  ].join('\n')
}

const isUnknown = ({ keys }: KeyState): boolean => keys.some(({ role }) => role === 'unknown')

async function retire(
  machine: ServerMachine,
  keyId: string,
  withoutPasswords: boolean,
): Promise<CommandResult> {
  return await withKeys(machine, async ({ database, cipher, ring, folder, keyFolder }) => {
    const state = await readKeyState(database, cipher, ring, [folder, keyFolder])
    const reasons = stillNeeded(state, keyId, withoutPasswords)
    if (reasons.length > 0)
      throw new OpsFailure(`${keyId} cannot go yet:\n${reasons.map((line) => `  ${line}`).join('\n')}`)
    const text =
      `Nothing needs ${keyId} any more: take its key out of OTHER_MASTER_KEYS on every server, restart them, and ` +
      'destroy it once no backup from before is wanted. LASTING_KEYS stays.'
    return { data: { keyId, needed: false }, text }
  })
}

/** Commands for the keys. They speak to the database, not to a server: no call of ours carries keys. */
export const KEY_COMMANDS: readonly Command<ServerMachine>[] = [
  {
    name: 'keys new',
    usage: '',
    help: 'print a new master key and what to put into the environment; changes nothing',
    run: (machine) => Promise.resolve(newKeys(machine)),
  },
  {
    name: 'keys status',
    usage: '',
    help: 'how many fields, passwords and objects need which master key; exits with 1 where one is unknown',
    run: (machine) =>
      withKeys(machine, async ({ database, cipher, ring, folder, keyFolder }) => {
        const state = await readKeyState(database, cipher, ring, [folder, keyFolder])
        return { data: state, text: stateText(state), failed: isUnknown(state) }
      }),
  },
  {
    name: 'keys rotate',
    usage: '',
    help: 'seal every field and wrap the key of every object under the newest master key, while servers run; ended at any moment, begun again it goes on',
    run: (machine, _input, writeLine) =>
      withKeys(machine, async ({ database, cipher, ring, folder, keyFolder }) => {
        const resealed = await rotateFields({ database, cipher, writeLine })
        let rewrapped = 0
        for (const one of [folder, keyFolder])
          rewrapped += (await rewrapFolder(one, objectKeysOf(cipher, systemRandom))).done
        const state = await readKeyState(database, cipher, ring, [folder, keyFolder])
        const left = state.keys.slice(1).reduce((total, { fields, objects }) => total + fields + objects, 0)
        const rest =
          left === 0
            ? ''
            : ` ${left} were being saved by somebody else, or the keys of their records are not here: run it once more.`
        const text = `${resealed} fields are sealed anew, ${rewrapped} keys of objects wrapped anew.${rest}\n\n${stateText(state)}`
        return { data: { resealed, rewrapped, left }, text, failed: left > 0 }
      }),
  },
  {
    name: 'keys retire',
    usage: '<key> [--without-passwords]',
    help: 'say whether a master key can go; refused while a field, a password or a waiting ACH file needs it',
    options: { 'without-passwords': { type: 'boolean' } },
    run: (machine, input) =>
      retire(machine, oneWord(input, 'number of the key'), input.options['without-passwords'] === true),
  },
]
