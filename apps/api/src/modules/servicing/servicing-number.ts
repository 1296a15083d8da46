import type { Executor } from '@dolphin/database/driver/executor'
import { nextNumber } from '@dolphin/database/driver/serial'

/** What is numbered: a change, a permission, an entry of the account, a posting by hand, a result of the eligibility check, a payment that we moved, a return sent back. */
export type ServicingPrefix = 'C' | 'A' | 'E' | 'P' | 'G' | 'M' | 'D'

/** A number for people, never given twice. */
export async function newServicingNo(
  { tx }: { readonly tx: Executor },
  prefix: ServicingPrefix,
): Promise<string> {
  return await nextNumber(tx, 'servicing', prefix)
}
