import { createHash } from 'node:crypto'
import type { versionedKind } from '@dolphin/contract/shapes/operations'
import { canonical } from '@dolphin/database/driver/hash-chain'
import type { z } from 'zod'

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

/** Fingerprint of a content: of its values, whatever the order of its keys. */
export function digestOf(content: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(content)))
    .digest('hex')
}

/** The version that a content says it is: of a list of products the highest; 0 where it says none. */
export function versionOf(content: unknown): number {
  if (Array.isArray(content)) return Math.max(0, ...content.map(versionOf))
  const version = isRecord(content) ? content['version'] : undefined
  return typeof version === 'number' && Number.isSafeInteger(version) && version > 0 ? version : 0
}

/**
 * A content under its new version number. Of products only those that differ from what they were take it, so
 * that a loan under one that stayed the same is not told that its terms have changed.
 */
export function withVersion(content: unknown, version: number, before: unknown): unknown {
  if (!Array.isArray(content)) return isRecord(content) ? { ...content, version } : content
  const earlier = Array.isArray(before) ? before.filter(isRecord) : []
  return content.map((product: unknown) => {
    if (!isRecord(product)) return product
    const same = earlier.find((one) => sameButVersion(one, product))
    return { ...product, version: same === undefined ? version : same['version'] }
  })
}

/** What is published to take an item away again: what the deploy brought of it counts then, or nothing. */
export const WITHDRAWN = { withdrawn: true } as const

/** Whether a content takes its item away. */
export function isWithdrawn(content: unknown): boolean {
  return isRecord(content) && content['withdrawn'] === true
}

/** Whether two contents say the same, their version numbers aside. */
export function sameButVersion(one: unknown, other: unknown): boolean {
  return digestOf(withoutVersion(one)) === digestOf(withoutVersion(other))
}

function withoutVersion(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(withoutVersion)
  if (!isRecord(content)) return content
  const { version: _version, ...rest } = content
  return rest
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
