import { type Institution, INSTITUTION_LENGTHS } from '../provider.ts'
import { type JsonValue, readable } from '../json-value.ts'

/** A bank of Plaid's directory, and a routing number by which Link puts it first. */
export type PlaidInstitution = Institution & { readonly routingNumber: string | undefined }

const DOWN = 'DOWN'
/** The parts of a link that this product needs of a bank. */
const NEEDED = ['item_logins', 'auth', 'transactions_updates'] as const

/** Reads /institutions/search: an entry that cannot be read is left out. Its answers carry no state. */
export const institutionsOf = (answer: JsonValue): readonly PlaidInstitution[] =>
  answer
    .at('institutions')
    .list()
    .flatMap((one) => readable(() => read(one)) ?? [])

/** Reads /institutions/get_by_id. */
export const institutionOf = (answer: JsonValue): PlaidInstitution => read(answer.at('institution'))

function read(one: JsonValue): PlaidInstitution {
  const status = one.at('status').optional()
  const [routingNumber] = one.at('routing_numbers').optionalList()
  return {
    institutionId: one.at('institution_id').text(INSTITUTION_LENGTHS.id),
    name: one.at('name').text(INSTITUTION_LENGTHS.name),
    isUp: !NEEDED.some((part) => status?.at(part).optional()?.at('status').optionalText() === DOWN),
    routingNumber: routingNumber?.text(),
  }
}
