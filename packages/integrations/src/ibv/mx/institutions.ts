import { type Institution, INSTITUTION_LENGTHS } from '../provider.ts'
import { type JsonValue, readable } from '../json-value.ts'

/** MX leaves the country out where it is the United States. */
const COUNTRY = 'US'

/** Reads /institutions: banks of another country, those that the lender switched off and unreadable ones are left out. */
export const institutionsOf = (answer: JsonValue): readonly Institution[] =>
  answer
    .at('institutions')
    .list()
    .flatMap((one) => readable(() => read(one)) ?? [])

/** Reads /institutions/{code}; undefined where the bank is not one to link. */
export const institutionOf = (answer: JsonValue): Institution | undefined => read(answer.at('institution'))

/** MX tells no state of a bank, so that each counts as up. */
function read(one: JsonValue): Institution | undefined {
  if (one.at('is_disabled_by_client').optionalFlag() === true) return undefined
  if ((one.at('iso_country_code').optionalText() ?? COUNTRY) !== COUNTRY) return undefined
  return {
    institutionId: one.at('code').text(INSTITUTION_LENGTHS.id),
    name: one.at('name').text(INSTITUTION_LENGTHS.name),
    isUp: true,
  }
}
