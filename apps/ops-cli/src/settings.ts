import { join, resolve } from 'node:path'

/** Settings by name, as the environment has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What a terminal needs of the settings (names and meanings: `.env.example`). */
export interface TerminalSettings {
  /** Scheme, host and port of the server: OPS_URL. */
  readonly url: string
  /** The host of the desk: OPERATIONS_HOST. */
  readonly deskHost: string
  /** Why customers' files are read: OPS_REASON; it goes into the audit. */
  readonly reason: string | undefined
  /** The first segment of every call's path: GATEWAY_PREFIX. */
  readonly gatewayPrefix: string
  /** Absolute folder of the terminal's credential and session, below DATA_DIR. */
  readonly employeeFolder: string
}

/** Where commands go without OPS_URL. */
export const DEFAULT_SERVER = 'http://localhost:8080'
const DEFAULT_DESK = 'desk.localhost'
const DEFAULT_GATEWAY = '/fssapi'
const DEFAULT_DATA_DIR = '.dolphin'

/** Reads a terminal's settings; an empty one counts as not set. A relative DATA_DIR starts at `workDir`. */
export function readTerminalSettings(env: Environment, workDir: string): TerminalSettings {
  return {
    url: env['OPS_URL'] || DEFAULT_SERVER,
    deskHost: env['OPERATIONS_HOST'] || DEFAULT_DESK,
    reason: env['OPS_REASON'] || undefined,
    gatewayPrefix: env['GATEWAY_PREFIX'] || DEFAULT_GATEWAY,
    employeeFolder: join(resolve(workDir, env['DATA_DIR'] || DEFAULT_DATA_DIR), 'operations'),
  }
}
