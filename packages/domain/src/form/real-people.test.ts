import { describe, expect, test } from 'vitest'
import { address, streetAddress } from './rules/address.ts'
import { personName } from './rules/account.ts'
import { name } from './rules/identity.ts'
import { fromEpochDay } from '../calendar/local-date.ts'

/**
 * Generated names and addresses of the kinds that people in the United States have; none is a real person's. `letter`
 * is the rule as product.md §5 writes it, `shipped` the one that our forms use beside it (design/security.md D5).
 */
interface Kind {
  readonly kind: string
  readonly letter: boolean
  readonly shipped: boolean
  readonly entries: readonly string[]
}

const CONTEXT = { argument: null, today: fromEpochDay(20_000) }
const crossed = (firsts: readonly string[], seconds: readonly string[], joint = ' '): readonly string[] =>
  firsts.flatMap((first) => seconds.map((second) => `${first}${joint}${second}`))

const NAMES: readonly Kind[] = [
  {
    kind: 'plain',
    letter: true,
    shipped: true,
    entries: crossed(['Ada', 'Jordan', 'Mei', 'Sam'], ['Sample', 'Quill', 'Ng', 'Lee']),
  },
  {
    kind: 'particles',
    letter: true,
    shipped: true,
    entries: crossed(['de la', 'van der', 'Mac', 'St', 'bin'], ['Cruz', 'Berg', 'Adam', 'James']),
  },
  {
    kind: 'numbered by letters',
    letter: true,
    shipped: true,
    entries: crossed(['Sample', 'Quill'], ['II', 'III', 'IV']),
  },
  {
    kind: 'diacritics',
    letter: false,
    shipped: true,
    entries: crossed(['José', 'Zoë', 'Łukasz', 'Søren', 'Nguyễn'], ['Muñoz', 'Dvořák', 'Åberg', 'Yılmaz']),
  },
  {
    kind: 'apostrophes',
    letter: false,
    shipped: true,
    entries: [
      ...crossed(['O', 'D', 'T'], ['Brien', 'Angelo', 'Quill', 'Sample'], "'"),
      ...crossed(['O', 'D', 'Mc'], ['Hara', 'Ambra'], '’'),
      "K'iche'",
      "Ka'ahumanu",
      'Kaʻahumanu',
      'ʻIolana',
    ],
  },
  {
    kind: 'hyphens',
    letter: false,
    shipped: true,
    entries: crossed(['Anne', 'Mary', 'Smith', 'García', 'Al'], ['Marie', 'Jones', 'López', 'Sample'], '-'),
  },
  {
    kind: 'suffixes and initials',
    letter: false,
    shipped: true,
    entries: [
      ...crossed(['Sample', 'Quill', 'Muñoz'], ['Jr.', 'Sr.', 'Esq.']),
      'J.R.',
      'J. R. Sample',
      'Ma. Teresa',
      'St. James',
    ],
  },
  { kind: 'one letter', letter: true, shipped: true, entries: ['A', 'O', 'X', 'U'] },
  {
    kind: 'other scripts, which no bank takes',
    letter: false,
    shipped: false,
    entries: ['李', '小龙', 'Ольга', 'Δημήτρης', 'محمد', 'דוד', 'राम', 'สมชาย', '김 민준', 'さくら'],
  },
  {
    kind: 'combining marks',
    letter: false,
    shipped: true,
    entries: ['Jose\u0301', 'Zoe\u0308', 'Mun\u0303oz', 'A\u030Aberg'],
  },
  {
    kind: 'with digits',
    letter: false,
    shipped: false,
    entries: crossed(['Sample', 'Quill', 'Jordan'], ['2nd', '3rd', '4', '007']),
  },
  {
    kind: 'with a comma',
    letter: false,
    shipped: false,
    entries: crossed(['Sample', 'Quill', 'Muñoz'], ['Jr.', 'Sr', 'MD'], ', '),
  },
  {
    kind: 'nicknames in brackets or quotes',
    letter: false,
    shipped: false,
    entries: crossed(['(Sam)', '"Sam"', '[Sam]'], ['Sample', 'Quill', 'Lee']),
  },
  {
    kind: 'two spaces',
    letter: false,
    shipped: false,
    entries: crossed(['Ada', 'Mei', 'O’Brien'], ['Sample', 'Lee'], '  '),
  },
  {
    kind: 'signs',
    letter: false,
    shipped: false,
    entries: [
      'Ada & Sam',
      'Ada/Sam',
      'Ada_Sam',
      'Ada@home',
      'Ada+Sam',
      'A*',
      '<b>Ada</b>',
      'Ada;',
      'Ada!',
      'Ada?',
      '😀 Ada',
      'Ada 😀',
      'O`Brien',
      '-Ada',
      "'Ada",
      '.Ada',
      ' Ada',
      'Ada\tSample',
      'Ada\nSample',
      '—',
    ],
  },
  {
    kind: 'mail addresses and numbers',
    letter: false,
    shipped: false,
    entries: ['ada@example.com', '12345', '555-0100', '100%', '$5', '#1', '1'],
  },
  {
    kind: 'double names',
    letter: true,
    shipped: true,
    entries: crossed(
      ['Ana Maria', 'Juan Carlos', 'Mary Ann', 'Le Thi'],
      ['Sample', 'Perez Lopez', 'Van Quill'],
    ),
  },
]

const STREETS = ['Elm Street', 'Main St', 'N Oak Ave', 'Rte. 9', 'Old Sample Pike', 'SW 3rd Ct'] as const
const ADDRESSES: readonly Kind[] = [
  { kind: 'plain', letter: true, shipped: true, entries: crossed(['12', '1600', '4B', '99'], STREETS) },
  {
    kind: 'units without a sign',
    letter: true,
    shipped: true,
    entries: crossed(['12 Elm Street', '9 Oak Ave.'], ['Apt 4', 'Unit 12B', 'Ste 300', 'Fl 2', 'Rm 7, rear']),
  },
  {
    kind: 'units with a sign',
    letter: false,
    shipped: true,
    entries: crossed(
      ['12 Elm Street', '9 Oak Ave.', '400 Main St'],
      ['#4', '# 12B', 'Apt #7', 'Unit 3-C', 'Apt 4/5'],
    ),
  },
  {
    kind: 'fractions',
    letter: false,
    shipped: true,
    entries: crossed(['12 1/2', '34 1/2', '1 3/4'], STREETS),
  },
  {
    kind: 'hyphened numbers',
    letter: false,
    shipped: true,
    entries: crossed(['12-34', '101-07', '5-A'], STREETS),
  },
  {
    kind: 'post office boxes',
    letter: true,
    shipped: true,
    entries: crossed(['PO Box', 'P.O. Box', 'Post Office Box', 'POB'], ['1', '123', '4567', '89A']),
  },
  {
    kind: 'rural routes and highways',
    letter: true,
    shipped: true,
    entries: crossed(['RR 2', 'HC 68', 'Rural Route 5', 'County Road 12'], ['Box 45', 'Box 23A', 'Lot 9']),
  },
  {
    kind: 'military',
    letter: true,
    shipped: true,
    entries: crossed(['PSC 123', 'CMR 4', 'Unit 2050', 'USS Sample FPO'], ['Box 456', 'Box 7890']),
  },
  {
    kind: 'Puerto Rico without accents',
    letter: true,
    shipped: true,
    entries: crossed(
      ['URB Las Gladiolas', 'Urb. Jardines,', 'COND Sample,', 'BO Quill'],
      ['150 Calle A', '12 Calle 3', 'Apt 5'],
    ),
  },
  {
    kind: 'Puerto Rico with accents and signs',
    letter: false,
    shipped: true,
    entries: crossed(
      ['Urb. Peñuelas,', 'Urb. Río Piedras,', 'Ext. Cañón,'],
      ['150 Calle Ñandú', '#12 Calle José', 'K-9 Calle 3'],
    ),
  },
  {
    kind: 'apostrophes',
    letter: false,
    shipped: true,
    entries: crossed(['12', '7B', '300'], ["O'Neil Road", 'O’Neil Road', "Martha's Way", "St. Mary's Ct"]),
  },
  {
    kind: 'accents',
    letter: false,
    shipped: true,
    entries: crossed(['12', '7'], ['Avenida Cañada', 'Calle Núñez', 'Rue Célestin', 'Allée Zoë']),
  },
  {
    kind: 'corners, care of, brackets',
    letter: false,
    shipped: true,
    entries: [
      'Elm St & 3rd Ave',
      '12 Elm St (rear)',
      'c/o Sample, 12 Elm St',
      '12 Elm St; back door',
      'Bldg 4: 12 Elm St',
      'Highway 40 & Elm',
      'I-95 & Oak',
      'US-40',
    ],
  },
  {
    kind: 'number alone or name alone',
    letter: true,
    shipped: true,
    entries: ['12', 'The Oaks', 'General Delivery', 'Slip 9, Sample Marina'],
  },
  {
    kind: 'two spaces',
    letter: false,
    shipped: false,
    entries: crossed(['12', '9'], ['Elm Street', 'Oak Ave'], '  '),
  },
  {
    kind: 'signs that no address has',
    letter: false,
    shipped: false,
    entries: [
      '12 Elm St *',
      '12 Elm @ Oak',
      '<script>',
      '12 Elm $t',
      '100% Elm',
      '12 Elm_St',
      '12 Elm = Oak',
      '12 Elm | Oak',
      '12 Elm ~ Oak',
      '{12} Elm',
      '12 Elm?',
      '12 Elm!',
      '😀 12 Elm St',
      '12 "Elm"',
    ],
  },
  {
    kind: 'breaks and edges',
    letter: false,
    shipped: false,
    entries: ['12 Elm\nApt 4', '12\tElm', ' 12 Elm', '12 Elm ', '#', '-', '&', '()'],
  },
]

const LISTS = [
  { what: 'names', kinds: NAMES, letter: name, shipped: personName },
  { what: 'addresses', kinds: ADDRESSES, letter: address, shipped: streetAddress },
] as const

describe.each(LISTS)('real $what (ux.md; design/security.md D5)', ({ kinds, letter, shipped }) => {
  const all = kinds.flatMap((kind) => kind.entries.map((entry) => ({ ...kind, entry })))

  test('there are two hundred, no two alike', () => {
    expect(new Set(all.map(({ entry }) => entry)).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(200)
  })

  test.each(all)('$kind: $entry', (one) => {
    expect(letter.check(one.entry, CONTEXT), 'as product.md §5 writes it').toBe(one.letter)
    expect(shipped.check(one.entry, CONTEXT), 'as our forms judge it').toBe(one.shipped)
  })

  test('who is refused reads what to write instead, in either language', () => {
    const { en, es } = shipped.message({ en: 'Field', es: 'Campo' }, null)
    expect(en).toMatch(/^Field can only contain (?:Latin )?letters.*(?:spaces|and)/)
    expect(es).toMatch(/^Campo /)
    expect(es).not.toBe(en)
  })
})
