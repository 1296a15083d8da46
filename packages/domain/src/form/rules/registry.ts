import { abaRouting } from './aba-routing.ts'
import { address } from './address.ts'
import { alphabetWithSpace } from './alphabet-with-space.ts'
import { bankAccountNo } from './bank-account-no.ts'
import { bankRoutingNo } from './bank-routing-no.ts'
import { city } from './city.ts'
import { cityName } from './city-name.ts'
import { code } from './code.ts'
import { consumerRouting } from './consumer-routing.ts'
import { continuousSpace } from './continuous-space.ts'
import { csvOrPngFile } from './csv-or-png-file.ts'
import { csvPngOrPdfFile } from './csv-png-or-pdf-file.ts'
import { currency } from './currency.ts'
import { email } from './email.ts'
import { fax } from './fax.ts'
import { hasFile } from './has-file.ts'
import { integer } from './integer.ts'
import { matchTailNo } from './match-tail-no.ts'
import { max } from './max.ts'
import { maxAge } from './max-age.ts'
import { maxFileSize } from './max-file-size.ts'
import { minAge } from './min-age.ts'
import { moreThanZero } from './more-than-zero.ts'
import { name } from './name.ts'
import { negativeCurrency } from './negative-currency.ts'
import { noContinuousSpace } from './no-continuous-space.ts'
import { noSpaceAtStartAndEnd } from './no-space-at-start-and-end.ts'
import { notEmpty } from './not-empty.ts'
import { number } from './number.ts'
import { password } from './password.ts'
import { passwordCapital } from './password-capital.ts'
import { personName } from './person-name.ts'
import { phone } from './phone.ts'
import { positiveCurrency } from './positive-currency.ts'
import { positiveInteger } from './positive-integer.ts'
import { rangeNumberOfExternalOpenLoan } from './range-number-of-external-open-loan.ts'
import { required } from './required.ts'
import { specialCharacters } from './special-characters.ts'
import { ssn } from './ssn.ts'
import { streetAddress } from './street-address.ts'
import { strictSsn } from './strict-ssn.ts'
import { toFixed2 } from './to-fixed2.ts'
import { usPhone } from './us-phone.ts'
import { validDate } from './valid-date.ts'
import { zip } from './zip.ts'
import type { Rule } from './rule.ts'

/** Every rule a definition may name: those of product.md §5, then ours. */
export type RuleName =
  | 'required'
  | 'email'
  | 'max'
  | 'notEmpty'
  | 'password'
  | 'Password'
  | 'Code'
  | 'phone'
  | 'fax'
  | 'number'
  | 'positiveInteger'
  | 'integer'
  | 'currency'
  | 'positiveCurrency'
  | 'negativeCurrency'
  | 'moreThanZero'
  | 'specialCharacters'
  | 'bankRoutingNo'
  | 'bankAccountNo'
  | 'ssn'
  | 'zip'
  | 'toFixed2'
  | 'address'
  | 'city'
  | 'name'
  | 'rangeNumberOfExternalOpenLoan'
  | 'continuousSpace'
  | 'noSpaceAtStartAndEnd'
  | 'matchTailNo'
  | 'alphabetWithSpace'
  | 'noContinuousSpace'
  | 'hasFile'
  | 'csvOrPngFile'
  | 'csvPngOrPdfFile'
  | 'maxFileSize'
  | 'personName'
  | 'cityName'
  | 'streetAddress'
  | 'abaRouting'
  | 'consumerRouting'
  | 'usPhone'
  | 'strictSsn'
  | 'validDate'
  | 'minAge'
  | 'maxAge'

/** One line per rule; a rule without a line, or a line under another rule's name, does not compile. */
export const RULES = {
  required,
  email,
  max,
  notEmpty,
  password,
  Password: passwordCapital,
  Code: code,
  phone,
  fax,
  number,
  positiveInteger,
  integer,
  currency,
  positiveCurrency,
  negativeCurrency,
  moreThanZero,
  specialCharacters,
  bankRoutingNo,
  bankAccountNo,
  ssn,
  zip,
  toFixed2,
  address,
  city,
  name,
  rangeNumberOfExternalOpenLoan,
  continuousSpace,
  noSpaceAtStartAndEnd,
  matchTailNo,
  alphabetWithSpace,
  noContinuousSpace,
  hasFile,
  csvOrPngFile,
  csvPngOrPdfFile,
  maxFileSize,
  personName,
  cityName,
  streetAddress,
  abaRouting,
  consumerRouting,
  usPhone,
  strictSsn,
  validDate,
  minAge,
  maxAge,
} as const satisfies { readonly [Name in RuleName]: Rule<Name> }

/** Whether a text from a definition names a rule. */
export function isRuleName(text: string): text is RuleName {
  return Object.hasOwn(RULES, text)
}
