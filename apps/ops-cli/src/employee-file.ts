import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Who sits at this terminal, as `employee create` wrote it. */
export interface EmployeeFile {
  readonly employeeId: string
  readonly name: string
  readonly credential: string
}

/** An open session at a server, so that not every command signs in. */
export interface SessionFile {
  readonly server: string
  readonly accessToken: string
  readonly userCredential: string
}

const OWNER_ONLY = 0o600

/** The folder's two files; both open doors, so only their owner can read them. */
export function employeeFiles(folder: string) {
  const employee = join(folder, 'employee.json')
  const session = join(folder, 'session.json')
  const write = (file: string, value: unknown) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`, { mode: OWNER_ONLY })
    // The mode of writeFileSync holds for new files alone.
    chmodSync(file, OWNER_ONLY)
  }
  return {
    path: employee,
    readEmployee: () => readStrings(employee, ['employeeId', 'name', 'credential']),
    writeEmployee(value: EmployeeFile) {
      rmSync(session, { force: true })
      write(employee, value)
    },
    readSession: () => readStrings(session, ['server', 'accessToken', 'userCredential']),
    writeSession: (value: SessionFile) => write(session, value),
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
