import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Who is signed in at this terminal, as `login` wrote it. */
export interface EmployeeFile {
  /** The server that the credential is of. */
  readonly server: string
  readonly employeeId: string
  readonly name: string
  readonly credential: string
  /** ISO with offset; 12 hours after the login. */
  readonly expiresAt: string
  /** How the employee came in: at the desk, or by name at a development server, which may be asked again. */
  readonly source: 'desk' | 'demonstration'
}

const OWNER_ONLY = 0o600

/** The folder's file; it opens a session, so only its owner can read it. */
export function employeeFiles(folder: string) {
  const path = join(folder, 'employee.json')
  return {
    path,
    readEmployee: () =>
      readStrings(path, ['server', 'employeeId', 'name', 'credential', 'expiresAt', 'source']) as
        | EmployeeFile
        | undefined,
    writeEmployee(value: EmployeeFile) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`, { mode: OWNER_ONLY })
      // The mode of writeFileSync holds for new files alone.
      chmodSync(path, OWNER_ONLY)
    },
    removeEmployee: () => rmSync(path, { force: true }),
  }
}

export type EmployeeFiles = ReturnType<typeof employeeFiles>

/** The named texts of a JSON file; undefined where it is missing or not whole. */
function readStrings<Name extends string>(
  file: string,
  names: readonly Name[],
): Readonly<Record<Name, string>> | undefined {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof kept !== 'object' || kept === null) return undefined
    const found = kept as Readonly<Record<string, unknown>>
    return names.every((name) => typeof found[name] === 'string')
      ? (found as Readonly<Record<Name, string>>)
      : undefined
  } catch {
    return undefined
  }
}
