import { nextSerial } from '@dolphin/database/serial'
import type { UnitOfWork } from '../unit-of-work.ts'

/** What is numbered: a change, a permission, an entry of the account, a posting by hand, a guard's answer. */
export type ServicingPrefix = 'C' | 'A' | 'E' | 'P' | 'G'

/** A number for people, never given twice. */
export async function newServicingNo(unit: UnitOfWork, prefix: ServicingPrefix): Promise<string> {
  return `${prefix}${(await nextSerial(unit.tx, 'servicing')).toString().padStart(9, '0')}`
}
