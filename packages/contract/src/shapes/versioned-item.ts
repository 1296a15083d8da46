import type { z } from 'zod'
import type { versionedKind } from '../portfolios-staff.ts'

/** What has versions. */
export type VersionedKind = z.output<typeof versionedKind>

/**
 * Which of a portfolio's data: a form by its code, a consent or notice by its kind, a picture by its file's name
 * without its end; else key and kind agree.
 */
export interface ItemName {
  readonly kind: VersionedKind
  readonly key: string
}

const SINGLE_FILES: Readonly<Partial<Record<VersionedKind, string>>> = {
  portfolio: 'portfolio.json',
  product: 'products.json',
  policy: 'policy.json',
  coupon: 'coupons.json',
}
const FOLDERS: Readonly<Partial<Record<VersionedKind, string>>> = {
  form: 'forms',
  consent: 'consents',
  notice: 'notices',
}
const KEY = /^[A-Za-z][A-Za-z0-9-]{0,63}$/
const PICTURE = /^([a-z][a-z0-9-]{0,63})\.svg$/

/** The data file of an item below its portfolio's folder; undefined for what has no file. */
export function fileOfItem({ kind, key }: ItemName): string | undefined {
  const single = SINGLE_FILES[kind]
  if (single !== undefined) return key === kind ? single : undefined
  if (kind === 'picture') return PICTURE.test(`${key}.svg`) ? `${key}.svg` : undefined
  const folder = FOLDERS[kind]
  return folder !== undefined && KEY.test(key) ? `${folder}/${key}.json` : undefined
}

/** The item that a data file holds: the other way round of fileOfItem. */
export function itemOfFile(file: string): ItemName | undefined {
  const picture = PICTURE.exec(file)?.[1]
  if (picture !== undefined) return { kind: 'picture', key: picture }
  const [folder, name] = file.split('/')
  for (const [kind, ofKind] of Object.entries({ ...SINGLE_FILES, ...FOLDERS }) as [VersionedKind, string][]) {
    if (ofKind === file) return { kind, key: kind }
    const key = name?.replace(/\.json$/, '')
    if (ofKind === folder && key !== undefined && KEY.test(key)) return { kind, key }
  }
  return undefined
}

/** The version that a content says it is: of a list of products the highest; 0 where it says none. */
export function versionOf(content: unknown): number {
  if (Array.isArray(content)) return Math.max(0, ...content.map(versionOf))
  const version =
    typeof content === 'object' && content !== null && 'version' in content ? content.version : undefined
  return typeof version === 'number' && Number.isSafeInteger(version) && version > 0 ? version : 0
}
