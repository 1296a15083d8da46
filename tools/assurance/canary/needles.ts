import { type Kind, KINDS, type Valued } from './people.ts'

/** One way in which one value of one person could stand somewhere. */
export interface Needle {
  readonly kind: Kind
  readonly person: number
  /** Form named in a complaint, such as "digits as base64"; a complaint never contains the value itself. */
  readonly form: string
  readonly bytes: Buffer
  /** Whether a further digit before or behind makes it another number. */
  readonly alone: boolean
}

type Written = readonly (readonly [name: string, text: string])[]

const onlyDigits = (text: string): string => text.replaceAll(/\D/g, '')
const backwards = (text: string): string => Array.from(text).toReversed().join('')
const grouped = (text: string, size: number, by: string): string =>
  (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(by)

/** How people and programs write a value. */
const WRITTEN: Readonly<Record<Kind, (value: string) => Written>> = {
  ssn: (value) => [
    ['digits', onlyDigits(value)],
    ['digits backwards', backwards(onlyDigits(value))],
    ['with dashes', value],
    ['with blanks', value.replaceAll('-', ' ')],
    ['with dashes backwards', backwards(value)],
  ],
  account: (value) => [
    ['digits', value],
    ['digits backwards', backwards(value)],
    ['in fours', grouped(value, 4, ' ')],
    ['in fours with dashes', grouped(value, 4, '-')],
  ],
  birthDate: (value) => {
    const [year = '', month = '', day = ''] = value.split('-')
    return [
      ['as stored', value],
      ['digits', `${year}${month}${day}`],
      ['as typed', `${month}/${day}/${year}`],
    ]
  },
  phone: (value) => [
    ['digits', onlyDigits(value)],
    ['as typed', value],
    ['with dashes', grouped(onlyDigits(value).slice(0, 6), 3, '-') + `-${onlyDigits(value).slice(6)}`],
  ],
  mail: (value) => [
    ['as typed', value],
    ['in capitals', value.toUpperCase()],
  ],
  street: (value) => [
    ['as typed', value],
    ['in capitals', value.toUpperCase()],
  ],
}

const writtenAs = (kind: Kind, value: string | undefined): Written =>
  value === undefined ? [] : WRITTEN[kind](value)

const BITS_OF_BASE64 = 6

/**
 * The characters of base64 that a text alone decides when it begins at the first, second or third byte of a group:
 * those at its ends depend on its neighbors and are left out.
 */
function base64Core(text: string, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64')
  const from = Math.ceil((before * 8) / BITS_OF_BASE64)
  const until = Math.floor(((before + Buffer.byteLength(text)) * 8) / BITS_OF_BASE64)
  return encoded.slice(from, until)
}

const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_')

/** How computers write what people wrote. */
function encodings(text: string): Written {
  const hex = Buffer.from(text).toString('hex')
  const url = encodeURIComponent(text)
  const bases = [0, 1, 2].map((before) => base64Core(text, before))
  const all: Written = [
    ['plain', text],
    ['url', url],
    ['form', url.replaceAll('%20', '+')],
    ['hex', hex],
    ['hex in capitals', hex.toUpperCase()],
    ...bases.map((base) => ['base64', base] as const),
    ...bases.map((base) => ['base64url', urlSafe(base)] as const),
  ]
  return all.filter(([, one], at) => all.findIndex(([, other]) => other === one) === at)
}

/** Shorter numbers come about by themselves within longer ones. */
const LONG_DIGITS = 9

/** Every form in which anything of these people could be found. */
export function needlesOf(people: readonly Valued[]): Needle[] {
  return people.flatMap(({ index: person, values }) =>
    KINDS.flatMap((kind) =>
      writtenAs(kind, values[kind]).flatMap(([written, text]) => [
        ...encodings(text).map(([encoding, encoded]) => ({
          kind,
          person,
          form: `${written}, ${encoding}`,
          bytes: Buffer.from(encoded),
          alone: /^\d+$/.test(encoded) && encoded.length < LONG_DIGITS,
        })),
        { kind, person, form: `${written}, UTF-16`, bytes: Buffer.from(text, 'utf16le'), alone: false },
      ]),
    ),
  )
}
