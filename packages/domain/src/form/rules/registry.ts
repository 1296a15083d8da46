import { address, city, cityName, streetAddress, zip } from './address.ts'
import { maxAge, minAge, validDate } from './dates.ts'
import { csvOrPngFile, csvPngOrPdfFile, hasFile, maxFileSize } from './files.ts'
import { code, email, personName } from './account.ts'
import { fax, name, password, passwordCapital, phone, ssn, strictSsn, usPhone } from './identity.ts'
import {
  abaRouting,
  bankAccountNo,
  bankRoutingNo,
  consumerRouting,
  currency,
  matchTailNo,
  negativeCurrency,
  positiveCurrency,
} from './money.ts'
import {
  integer,
  moreThanZero,
  number,
  positiveInteger,
  rangeNumberOfExternalOpenLoan,
  toFixed2,
} from './numbers.ts'
import {
  alphabetWithSpace,
  continuousSpace,
  max,
  noContinuousSpace,
  noSpaceAtStartAndEnd,
  notEmpty,
  plainText,
  specialCharacters,
} from './text.ts'
import { required } from './presence.ts'
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
  | 'plainText'

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
  plainText,
} as const satisfies { readonly [Name in RuleName]: Rule<Name> }

/** Whether a text from a definition names a rule. */
export function isRuleName(text: string): text is RuleName {
  return Object.hasOwn(RULES, text)
}
