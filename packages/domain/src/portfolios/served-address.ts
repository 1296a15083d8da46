import { isMilitaryZip } from '../applications/zip-state.ts'
import type { Localized } from './localized.ts'
import type { Portfolio } from './portfolio.ts'

/** Why a portfolio does not lend to people at an address, and at which of its fields. */
export interface AddressFault {
  readonly elementKey: 'state' | 'zip'
  readonly message: Localized
}

/**
 * Why a portfolio does not lend at this address, with what to do; undefined where it does. What is
 * not given yet is not judged. Military mail says nothing of where a person lives, so its ZIP codes are refused.
 *
 * Source: design/domain.md §14 "Address".
 */
export function addressFault(
  { states, lender }: Pick<Portfolio, 'states'> & { readonly lender: Pick<Portfolio['lender'], 'phone'> },
  { state, zip }: { readonly state: string; readonly zip?: string },
): AddressFault | undefined {
  if (zip !== undefined && isMilitaryZip(zip))
    return {
      elementKey: 'zip',
      message: {
        en: `This ZIP code is for military mail. Give the street address where you live, or call us at ${lender.phone}.`,
        es: `Este código postal es de correo militar. Escriba la dirección donde vive o llámenos al ${lender.phone}.`,
      },
    }
  if (state === '' || states.includes(state)) return undefined
  return {
    elementKey: 'state',
    message: {
      en: `We do not lend in this state. We lend in ${states.join(', ')}. Check the state of your address.`,
      es: `No prestamos en este estado. Prestamos en ${states.join(', ')}. Revise el estado de su dirección.`,
    },
  }
}
