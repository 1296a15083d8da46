/**
 * Three-digit ZIP prefixes by state, from and to included; a gap is unassigned. Border towns can differ, so
 * a contradiction is a question and never a refusal.
 */
const PREFIX_RANGES: readonly (readonly [from: string, to: string, state: string])[] = [
  ['005', '005', 'NY'],
  ['006', '007', 'PR'],
  ['008', '008', 'VI'],
  ['009', '009', 'PR'],
  ['010', '027', 'MA'],
  ['028', '029', 'RI'],
  ['030', '038', 'NH'],
  ['039', '049', 'ME'],
  ['050', '054', 'VT'],
  ['055', '055', 'MA'],
  ['056', '059', 'VT'],
  ['060', '069', 'CT'],
  ['070', '089', 'NJ'],
  ['090', '098', 'AE'],
  ['100', '149', 'NY'],
  ['150', '196', 'PA'],
  ['197', '199', 'DE'],
  ['200', '200', 'DC'],
  ['201', '201', 'VA'],
  ['202', '205', 'DC'],
  ['206', '219', 'MD'],
  ['220', '246', 'VA'],
  ['247', '268', 'WV'],
  ['270', '289', 'NC'],
  ['290', '299', 'SC'],
  ['300', '319', 'GA'],
  ['320', '339', 'FL'],
  ['340', '340', 'AA'],
  ['341', '349', 'FL'],
  ['350', '369', 'AL'],
  ['370', '385', 'TN'],
  ['386', '397', 'MS'],
  ['398', '399', 'GA'],
  ['400', '427', 'KY'],
  ['430', '459', 'OH'],
  ['460', '479', 'IN'],
  ['480', '499', 'MI'],
  ['500', '528', 'IA'],
  ['530', '549', 'WI'],
  ['550', '567', 'MN'],
  ['570', '577', 'SD'],
  ['580', '588', 'ND'],
  ['590', '599', 'MT'],
  ['600', '629', 'IL'],
  ['630', '658', 'MO'],
  ['660', '679', 'KS'],
  ['680', '693', 'NE'],
  ['700', '714', 'LA'],
  ['716', '729', 'AR'],
  ['730', '732', 'OK'],
  ['733', '733', 'TX'],
  ['734', '749', 'OK'],
  ['750', '799', 'TX'],
  ['800', '816', 'CO'],
  ['820', '831', 'WY'],
  ['832', '838', 'ID'],
  ['840', '847', 'UT'],
  ['850', '865', 'AZ'],
  ['870', '884', 'NM'],
  ['885', '885', 'TX'],
  ['889', '898', 'NV'],
  ['900', '961', 'CA'],
  ['962', '966', 'AP'],
  ['967', '968', 'HI'],
  ['969', '969', 'GU'],
  ['970', '979', 'OR'],
  ['980', '994', 'WA'],
  ['995', '999', 'AK'],
]

/** Whole ZIP codes that lie in another state than their prefix says. */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ['06390', 'NY'],
  ['96799', 'AS'],
])

/** State or territory (postal code) that a ZIP belongs to; null when malformed or unassigned. */
export function stateOfZip(zip: string): string | null {
  if (!/^\d{5}(?:-?\d{4})?$/.test(zip)) return null
  const exception = EXCEPTIONS.get(zip.slice(0, 5))
  if (exception !== undefined) return exception
  const prefix = zip.slice(0, 3)
  return PREFIX_RANGES.find(([from, to]) => from <= prefix && prefix <= to)?.[2] ?? null
}

/**
 * Whether a ZIP belongs to another state than the stated one: worth a question, never a refusal. False while either is
 * unknown.
 */
export function isZipOutside(zip: string, stateCode: string): boolean {
  const expected = stateOfZip(zip)
  return stateCode !== '' && expected !== null && expected !== stateCode
}

const MILITARY_MAIL: ReadonlySet<string> = new Set(['AA', 'AE', 'AP'])

/** Whether a ZIP is of military mail (APO, FPO, DPO), which says where mail goes and not where a person lives. */
export const isMilitaryZip = (zip: string): boolean => MILITARY_MAIL.has(stateOfZip(zip) ?? '')
