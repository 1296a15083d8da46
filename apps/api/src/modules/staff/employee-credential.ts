import { createHmac, timingSafeEqual } from 'node:crypto'

/** Who an employee's credential names. */
export interface EmployeeClaim {
  /** Stands in history and audit as `employee:<id>`. */
  readonly employeeId: string
  readonly issuedAt: Date
}

const FORM = /^dolphin-employee\.([a-z0-9-]{1,40})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/

const DAYS_VALID = 365

const DAY_MS = 86_400_000

const macOf = (secret: Uint8Array, employeeId: string, issuedSeconds: string): string =>
  createHmac('sha256', secret)
    .update(`employee credential 1\n${employeeId}\n${issuedSeconds}`)
    .digest('base64url')

/** "Ada Lovelace" as an id: "ada-lovelace". Undefined for a name without a letter or digit. */
export function employeeIdOf(name: string): string | undefined {
  const id = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
  return id === '' ? undefined : id
}

/** A credential that only the holder of the operations secret can make. */
export function issueEmployeeCredential(secret: Uint8Array, employeeId: string, issuedAt: Date): string {
  const seconds = String(Math.floor(issuedAt.getTime() / 1_000))
  return `dolphin-employee.${employeeId}.${seconds}.${macOf(secret, employeeId, seconds)}`
}

/**
 * Returns the employee that a credential names; undefined for one that is forged, altered or older than a year.
 * Another secret ends all credentials at once. Our decision: product.md §6 shows no employee screens, so the
 * operator of the server manages employees, and they have no passwords here.
 */
export function readEmployeeCredential(
  secret: Uint8Array,
  credential: string,
  now: Date,
): EmployeeClaim | undefined {
  const [, employeeId, seconds, mac] = FORM.exec(credential) ?? []
  if (employeeId === undefined || seconds === undefined || mac === undefined) return undefined
  const expected = Buffer.from(macOf(secret, employeeId, seconds))
  const given = Buffer.from(mac)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const issuedAt = new Date(Number(seconds) * 1_000)
  return now.getTime() - issuedAt.getTime() < DAYS_VALID * DAY_MS ? { employeeId, issuedAt } : undefined
}
