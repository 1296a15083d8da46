import type { BucketSettings } from '@dolphin/integrations/objects/bucket-store'
import { z } from 'zod'
import { isSafeAddress } from './loopback.ts'
import { optionalText } from './optional-text.ts'
import { oneOf } from './setting-kinds.ts'

/** Where documents lie: in DATA_DIR, or in a bucket that every node reaches. */
export const OBJECT_STORE_SETTINGS = {
  OBJECT_STORE: oneOf(['folder', 's3']).default('folder'),
  S3_BUCKET: optionalText.refine(
    (value) => value === undefined || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
    'must be the name of a bucket: 3 to 63 small letters, digits, dots and dashes',
  ),
  S3_KEYS_BUCKET: optionalText.refine(
    (value) => value === undefined || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
    'must be the name of a bucket without versions, for the keys of what can be erased',
  ),
  S3_PREFIX: optionalText.refine(
    (value) => value === undefined || /^(?:[a-z0-9_-]+\/)+$/.test(value),
    'must be a folder in the bucket with a slash at its end, such as dolphin/',
  ),
  S3_REGION: optionalText.refine(
    (value) => value === undefined || /^[a-z0-9-]+$/.test(value),
    'must be the name of a region, such as us-east-1',
  ),
  S3_ENDPOINT: optionalText.refine(
    (value) => value === undefined || isSafeAddress(value),
    'must be an https address (http on this machine alone)',
  ),
}
const Settings = z.object(OBJECT_STORE_SETTINGS)
type Settings = z.infer<typeof Settings>

export type ObjectStoreConfig =
  | { readonly kind: 'folder' }
  | {
      readonly kind: 's3'
      readonly settings: BucketSettings
      /** Where keys of objects and records lie; undefined: in DATA_DIR/keys, which all nodes share. */
      readonly keys: BucketSettings | undefined
    }

const OF_BUCKETS_ALONE = ['S3_BUCKET', 'S3_KEYS_BUCKET', 'S3_PREFIX', 'S3_ENDPOINT'] as const

const AMAZONS_FIRST_REGION = 'us-east-1'

/** Reads them; `complaints` names what is missing or contradicts. Documents travel encrypted, or not beyond this machine. */
export function objectStoreOf(
  settings: Settings,
  databaseUrl: string | undefined,
): { readonly config: ObjectStoreConfig; readonly complaints: readonly string[] } {
  const {
    S3_BUCKET: bucket,
    S3_KEYS_BUCKET: keysBucket,
    S3_PREFIX: prefix,
    S3_REGION: region,
    S3_ENDPOINT: endpoint,
  } = settings
  if (settings.OBJECT_STORE === 'folder') {
    const complaints = OF_BUCKETS_ALONE.filter((name) => settings[name] !== undefined).map(
      (name) => `${name}: set, but OBJECT_STORE is folder; set OBJECT_STORE=s3`,
    )
    return { config: { kind: 'folder' }, complaints }
  }
  const complaints = [
    ...(bucket === undefined ? ['S3_BUCKET: needed with OBJECT_STORE=s3'] : []),
    ...(keysBucket !== undefined && keysBucket === bucket
      ? ['S3_KEYS_BUCKET: must be another bucket than S3_BUCKET, of which copies are kept']
      : []),
    ...(databaseUrl === undefined
      ? ['OBJECT_STORE=s3 needs DATABASE_URL: the embedded database and its documents are one folder']
      : []),
  ]
  const place = {
    bucket: bucket ?? '',
    prefix: prefix ?? '',
    region: region ?? AMAZONS_FIRST_REGION,
    endpoint,
  }
  const keys = keysBucket === undefined ? undefined : { ...place, bucket: keysBucket }
  return { config: { kind: 's3', settings: place, keys }, complaints }
}
